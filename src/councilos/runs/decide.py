"""Decide a pause: a decision is a record, not a call (decision 4, GM-2…GM-5, GM-8…GM-10, RN-9).

One transaction locks the run, inserts the decisions (unique per pause item) and, when the last
open item is decided, defers the segment that carries them out. A reject on any item ends the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid5

from councilos import faults
from councilos.council.edits import added_feedback
from councilos.errors import AlreadyDecided, InvalidInput, NotFound, WrongState
from councilos.events.types import DecisionMade, DraftWritten, Event, FeedbackGiven, RunChanged, RunDone
from councilos.runs.cancel import locked
from councilos.runs.choices import Choice, Submission, by_item
from councilos.runs.model import Decision, Json, Pause, PauseItem, Run
from councilos.runs.ports import Storage, UnitOfWork
from councilos.runs.start import enqueue
from councilos.runs.updates import thread_changed


async def decide(storage: Storage, run_id: UUID, submission: Submission) -> Run:
    """Record the decision and set the run going again; return the run as it is then.

    NotFound (unknown run or pause), WrongState (not paused; a budget pause), AlreadyDecided (with
    the winner), InvalidInput (unknown node, bad modified state).
    """
    async with storage.begin() as uow:
        run = await locked(uow, run_id)
        if await _sent_before(uow, run_id, submission):
            return run
        pause = await _pause(uow, run, submission)
        decided = await _decided(uow, pause)
        _refuse_wrong_kind(run, pause)
        wanted = by_item(run, pause, decided, submission.choices)
        decisions = await _record(uow, pause, wanted, submission)
        await _say(uow, run, pause, decisions)
        await _carry_on(uow, run, pause, decisions)
        changed = await uow.runs.get(run_id)
    faults.point("decision_committed")
    assert changed is not None
    return changed


async def _sent_before(uow: UnitOfWork, run_id: UUID, submission: Submission) -> bool:
    """Say whether this was sent again because the answer was lost: it must not decide the next pause (RN-9).

    InvalidInput when the key stands for another decision: silence would lose this one.
    """
    if submission.idempotency_key is None:
        return False
    made = await uow.runs.decided_with(run_id, submission.idempotency_key)
    wanted: dict[str, tuple[str, Json]] = {}
    for choice in submission.choices if made else ():
        nodes = made if choice.node is None else (choice.node,)
        wanted |= dict.fromkeys(nodes, (choice.action, choice.payload()))
    if wanted != {node: (decision.action, decision.payload) for node, decision in made.items()}:
        message = "This Idempotency-Key was already used for another decision. Send this one under a new key."
        raise InvalidInput.at("idempotency-key", "key_reused", message)
    return bool(made)


async def _pause(uow: UnitOfWork, run: Run, submission: Submission) -> Pause:
    current = await uow.runs.open_pause(run.id) if run.status == "paused" else None
    if submission.pause_id is None:
        if current is None:
            raise WrongState(f"This run is not paused, it is {run.status}.", status=run.status)
        return current
    pause_id = _uuid(submission.pause_id)
    named = await uow.runs.pause(pause_id) if pause_id else None
    if named is not None and named.thread_id == run.id:
        return named
    if current is None:
        raise WrongState(f"This run is not paused, it is {run.status}.", status=run.status)
    raise NotFound(f"This run has no pause {submission.pause_id!r}.", pause_id=str(current.id))


async def _decided(uow: UnitOfWork, pause: Pause) -> set[UUID]:
    """Return the items that have a decision; AlreadyDecided or WrongState when none is open."""
    made = await uow.runs.decisions(pause.id)
    if pause.resolved_at is None and len(made) < len(pause.items):
        return {decision.item_id for decision in made}
    if not made:
        raise WrongState("The run was ended or continued while it waited; nothing is left to decide.")
    raise AlreadyDecided("This pause was already decided.", winner_of(pause, made))


def winner_of(pause: Pause, made: Sequence[Decision]) -> Json:
    """Return who decided what and when; a reject outweighs the rest (RN-9)."""
    first = next((decision for decision in made if decision.action == "reject"), made[0])
    keys = {item.id: item.key for item in pause.items}
    return {
        "pause_id": str(pause.id),
        "action": first.action,
        "node": keys.get(first.item_id, ""),
        "decided_by": first.decided_by,
        "decided_at": first.decided_at.isoformat(),
        "reason": first.payload.get("reason", ""),
    }


def _refuse_wrong_kind(run: Run, pause: Pause) -> None:
    if pause.kind == "budget":
        raise WrongState(
            "The run reached its budget. Continue it with a higher budget, or cancel it.",
            status=run.status,
            pause_reason="budget",
        )


async def _record(
    uow: UnitOfWork, pause: Pause, wanted: Mapping[UUID, Choice], submission: Submission
) -> list[tuple[PauseItem, Decision]]:
    now = datetime.now(UTC)
    recorded: list[tuple[PauseItem, Decision]] = []
    for item in pause.items:
        choice = wanted.get(item.id)
        if choice is None:
            continue
        decision = Decision(
            item_id=item.id,
            action=choice.action,
            payload=choice.payload(),
            decided_by=submission.decided_by,
            decided_at=now,
            idempotency_key=submission.idempotency_key,
        )
        if not await uow.runs.decide(item, decision):
            made = await uow.runs.decisions(pause.id)
            winner = [decision for decision in made if decision.item_id == item.id]
            raise AlreadyDecided("This node was already decided.", winner_of(pause, winner))
        recorded.append((item, decision))
    return recorded


async def _say(
    uow: UnitOfWork, run: Run, pause: Pause, decisions: Sequence[tuple[PauseItem, Decision]]
) -> None:
    """Log the decisions, and what the person wrote as drafts and feedback of their own."""
    said: list[Event] = []
    written: set[str] = set()
    for item, decision in decisions:
        said.append(
            DecisionMade(
                pause_id=str(pause.id),
                action=decision.action,
                node=item.key,
                decided_by=decision.decided_by,
                decided_at=decision.decided_at,
                reason=decision.payload.get("reason", ""),
            )
        )
        for event in _written_by_person(run, pause, item, decision):
            if (mark := event.model_dump_json(exclude={"draft_id"})) not in written:
                written.add(mark)
                said.append(event)
    await uow.events.append(run.id, None, said)


def _written_by_person(run: Run, pause: Pause, item: PauseItem, decision: Decision) -> list[Event]:
    change: Json = decision.payload.get("modified_state") or {}
    proposers: list[str] = item.proposal.get("proposers") or [item.key]
    node = proposers[-1]
    names = {str(spec["id"]): str(spec.get("name") or spec["id"]) for spec in run.blueprint["nodes"]}
    events: list[Event] = []
    text = change.get("current_draft")
    if text is not None and text != pause.state.get("current_draft"):
        events.append(
            DraftWritten(
                draft_id=str(uuid5(decision.item_id, "draft")),
                node=node,
                name=names.get(node, node),
                round=run.iteration_count,
                text=text,
                by="person",
                author=decision.decided_by,
            )
        )
    old: list[str] = list(pause.state.get("feedback_history") or [])
    posted: list[str] = list(change.get("feedback_history") or [])
    events += [FeedbackGiven(node=node, text=entry, by="person") for entry in added_feedback(old, posted)]
    return events


async def _carry_on(
    uow: UnitOfWork, run: Run, pause: Pause, decisions: Sequence[tuple[PauseItem, Decision]]
) -> None:
    rejected = next((made for _, made in decisions if made.action == "reject"), None)
    if rejected is not None:
        await _reject(uow, run, pause, rejected)
        return
    made = await uow.runs.decisions(pause.id)
    if len(made) < len(pause.items):
        return
    await uow.runs.resolve_pause(pause.id)
    changes: Json = {"status": "running"}
    if any(decision.action == "autopilot" for decision in made):
        changes["god_mode"] = False
        await uow.events.append(run.id, None, [RunChanged(god_mode=False)])
    await uow.runs.update(run.id, **changes)
    await enqueue(uow, run.id, "decision", datetime.now(UTC), pause.id)
    uow.publish(thread_changed(run, "running"))


async def _reject(uow: UnitOfWork, run: Run, pause: Pause, decision: Decision) -> None:
    reason = decision.payload.get("reason", "")
    error = {
        "code": "rejected",
        "message": f"Rejected by a person: {reason}" if reason else "Rejected by a person.",
        "node": None,
        "retryable": False,
        "details": {"decided_by": decision.decided_by},
    }
    draft = pause.state.get("current_draft") or None
    await uow.runs.resolve_pause(pause.id)
    await uow.runs.update(
        run.id, status="failed", rejected=True, error=error, final_draft=draft, completed_at=datetime.now(UTC)
    )
    done = RunDone.model_validate(
        {
            "run_status": "failed",
            "final_draft": draft,
            "critic_score": run.critic_score,
            "iteration_count": run.iteration_count,
            "loop_limit_reached": run.loop_limit_reached,
            "error": error,
        }
    )
    await uow.events.append(run.id, None, [done])
    uow.publish(thread_changed(run, "failed"))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
