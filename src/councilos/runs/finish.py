"""Commit where an execution ended: at a pause, at the end, in a failure.

Each is one transaction under the fence: rows, events and what lists are told, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import uuid4

from councilos.council.work import final_draft
from councilos.events.parts import ErrorInfo, Proposal
from councilos.events.types import RunDone, RunPaused
from councilos.graph.failure import error_info
from councilos.graph.session import Head, Session, public_state
from councilos.runs.context import RunContext
from councilos.runs.model import Claim, Json, Pause, PauseItem, PauseKind
from councilos.runs.ports import Storage
from councilos.runs.updates import thread_changed


def _figures(values: Mapping[str, Any], context: RunContext | None) -> Json:
    """Return the columns that every outcome updates."""
    found: Json = {
        "critic_score": values.get("critic_score"),
        "iteration_count": values.get("iteration_count") or 0,
        "loop_limit_reached": bool(values.get("loop_limit_reached")),
    }
    if context is not None:
        found["usage"] = context.ledger.figures()
    return found


async def commit_pause(
    storage: Storage, claim: Claim, session: Session, head: Head, context: RunContext, kind: PauseKind
) -> None:
    """Write the pause with one item per next node, and tell everybody (GM-1, GM-5)."""
    assert head.checkpoint_id is not None
    state = public_state(head.values)
    proposers = await session.proposers(head)
    pause = Pause(
        id=uuid4(),
        thread_id=claim.run.id,
        segment_id=claim.segment.id,
        checkpoint_id=head.checkpoint_id,
        kind=kind,
        next_nodes=head.next,
        state=state,
        items=tuple(
            PauseItem(uuid4(), node, _proposal(session, state, node, proposers.get(node, ())))
            for node in head.next
        ),
        created_at=datetime.now(UTC),
    )
    event = RunPaused(
        node=head.next[0],
        pause_id=str(pause.id),
        pause_reason="approval" if kind == "god_mode" else "budget",
        next_nodes=list(head.next),
        proposals=[
            Proposal.model_validate({**item.proposal, "item_id": str(item.id)}) for item in pause.items
        ],
        current_draft=state.get("current_draft") or "",
    )
    async with storage.begin() as uow:
        run = await uow.runs.fence(claim.run.id, claim.epoch)
        await uow.runs.add_pause(pause)
        async with uow.closing():
            await uow.runs.update_segment(claim.segment.id, status="paused")
            await uow.runs.update(run.id, status="paused", **_figures(head.values, context))
            await uow.events.append(run.id, claim.segment.id, [event])
            uow.publish(thread_changed(run, "paused"))


def _proposal(session: Session, state: Mapping[str, Any], node: str, proposers: tuple[str, ...]) -> Json:
    routes: Mapping[str, Any] = state.get("routes") or {}
    return {
        "node": node,
        "name": session.plan.nodes[node].node.title,
        "proposers": list(proposers),
        "routes": [routes[proposer] for proposer in proposers if proposer in routes],
    }


async def commit_end(
    storage: Storage, claim: Claim, session: Session, head: Head, context: RunContext
) -> None:
    """Write the result and the final `done` (RN-4)."""
    draft = final_draft(session.plan, head.values)
    await _commit(storage, claim, "completed", draft, _figures(head.values, context), None)


async def commit_failure(
    storage: Storage,
    claim: Claim,
    values: Mapping[str, Any],
    context: RunContext | None,
    error: Exception,
) -> None:
    """Write what failed; `continue` can go on from the last step (RN-8)."""
    draft = values.get("current_draft") or None
    await _commit(storage, claim, "failed", draft, _figures(values, context), error_info(error))


async def _commit(
    storage: Storage,
    claim: Claim,
    status: Literal["completed", "failed"],
    draft: str | None,
    figures: Json,
    error: ErrorInfo | None,
) -> None:
    done = RunDone(
        run_status=status,
        final_draft=draft,
        critic_score=figures["critic_score"],
        iteration_count=figures["iteration_count"],
        loop_limit_reached=figures["loop_limit_reached"],
        error=error,
    )
    failure = error.model_dump(mode="json") if error else None
    async with storage.begin() as uow:
        run = await uow.runs.fence(claim.run.id, claim.epoch)
        async with uow.closing():
            await uow.runs.update_segment(claim.segment.id, status=status, error=failure)
            await uow.runs.update(
                run.id,
                status=status,
                error=failure,
                final_draft=draft,
                completed_at=datetime.now(UTC),
                **figures,
            )
            await uow.events.append(run.id, claim.segment.id, [done])
            uow.publish(thread_changed(run, status))
