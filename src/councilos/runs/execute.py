"""Execute one segment: claim it, see where the graph stands, go on, commit where it ended.

The claim bumps the run's epoch, so whatever an earlier executor still does is refused (decision 6).
Where to go on is read from the graph's own head (`runs/resume.py`), never remembered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID
from weakref import WeakValueDictionary

from councilos import faults
from councilos.errors import BudgetReached, CouncilError, Fenced
from councilos.events.types import RunStarted
from councilos.graph.compile import compile_stored
from councilos.graph.failure import StepFailed
from councilos.graph.session import NOWHERE, PauseSwitch, Session
from councilos.models.call import USUAL, Patience
from councilos.models.catalogue import Catalogue
from councilos.runs.context import Past, RunContext
from councilos.runs.finish import commit_end, commit_failure, commit_pause
from councilos.runs.model import Claim, Run
from councilos.runs.ports import Storage
from councilos.runs.resume import next_move, start_values
from councilos.runs.streams import EventSink, Savers, Sinks
from councilos.runs.topic import TopicIndex, TopicMaker
from councilos.runs.updates import thread_changed
from councilos.tools.ports import Toolbox

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 25
"""Executions of one segment after which the run fails instead of being tried again for ever."""


async def _no_tools(_run: Run) -> Toolbox:
    return {}


class Executor:
    """Executes segments in this process; `execute` is what the queue's worker calls."""

    def __init__(
        self,
        storage: Storage,
        sinks: Sinks,
        savers: Savers,
        catalogue: Catalogue,
        index: TopicIndex,
        *,
        is_outage: Callable[[BaseException], bool],
        worker: str,
        tools: Callable[[Run], Awaitable[Toolbox]] = _no_tools,
        patience: Patience = USUAL,
    ) -> None:
        """`is_outage` says whether an error means that the database is away: the job is then retried.

        `tools` returns what the agents of a run can use, `patience` bounds the calls of their models.
        """
        self._storage = storage
        self._sinks = sinks
        self._savers = savers
        self._catalogue = catalogue
        self._index = index
        self._is_outage = is_outage
        self._worker = worker
        self._tools = tools
        self._patience = patience
        # An execution holds its switch; when it has ended, nothing is left here.
        self._switches: WeakValueDictionary[UUID, PauseSwitch] = WeakValueDictionary()

    def control(self, run_id: UUID, command: str) -> None:
        """Turn God Mode on or off for a run that executes here (GM-10)."""
        switch = self._switches.get(run_id)
        if switch is None:
            return
        if command == "god_mode_on":
            switch.on()
        elif command == "god_mode_off":
            switch.off()

    async def execute(self, segment_id: UUID) -> None:
        """Bring the segment to its pause or end; does nothing when it has ended already.

        Raises the database's error when it is away, so that the job is tried again, and
        CancelledError when the worker drains.
        """
        claimed = await self._claim(segment_id)
        if claimed is None:
            return
        claim, switch = claimed
        faults.point("claimed")
        sink = self._sinks.open(claim.run.id, claim.segment.id, claim.epoch)
        try:
            await self._carry_out(claim, sink, switch)
        except Fenced:
            logger.info("run %s went on elsewhere or was ended; this execution stops", claim.run.id)

    async def _claim(self, segment_id: UUID) -> tuple[Claim, PauseSwitch] | None:
        async with self._storage.begin() as uow:
            claim = await uow.runs.claim_rows(segment_id)
            if claim is None or claim.run.ended or claim.segment.status not in ("pending", "running"):
                return None
            run, segment, attempt = claim.run, claim.segment, claim.segment.attempt + 1
            # Under the run's lock: God Mode is switched either before, and was read, or after, and
            # finds this switch.
            nodes = [str(node["id"]) for node in run.blueprint["nodes"]]
            switch = self._switches[run.id] = PauseSwitch(nodes, on=run.god_mode)
            started_event = RunStarted(segment_id=str(segment.id), kind=segment.kind, attempt=attempt)
            async with uow.closing():
                epoch = await uow.runs.begin_execution(claim, self._worker)
                await uow.events.append(run.id, segment.id, [started_event])
                if run.status != "running":
                    uow.publish(thread_changed(run, "running"))
            return Claim(run, segment, epoch, claim.pause, claim.decisions, attempt), switch

    async def _carry_out(self, claim: Claim, sink: EventSink, switch: PauseSwitch) -> None:
        context: RunContext | None = None
        session: Session | None = None
        try:
            if claim.attempt > MAX_ATTEMPTS:
                raise RuntimeError(f"The execution was interrupted {MAX_ATTEMPTS} times.")
            compiled = await compile_stored(claim.run.blueprint)
            past = Past() if claim.first else await self._past(claim.run)
            tools = await self._tools(claim.run)
            context = RunContext(claim.run, sink, self._catalogue, switch, past, tools, self._patience)
            saver = self._savers(sink, fresh=claim.first)
            session = Session(compiled, saver, str(claim.run.id), context)
            topic = TopicMaker(
                self._storage, self._index, self._catalogue, compiled.plan, context, sink, past.sections
            )
            await self._drive(claim, session, context, switch, topic)
        except (Fenced, asyncio.CancelledError):
            raise
        except BudgetReached:
            assert session is not None
            assert context is not None
            await sink.flushed()
            head = await session.head()
            if head.checkpoint_id is None:
                head = session.unstarted(start_values(claim))
            await commit_pause(self._storage, claim, session, head, context, "budget")
        except Exception as error:  # edge: whatever went wrong ends the run, logged and shown
            if self._is_outage(error):
                raise
            foreseen = isinstance(error, CouncilError | StepFailed)
            logger.warning("run %s failed: %s", claim.run.id, error, exc_info=None if foreseen else error)
            await self._fail(claim, session, context, sink, error)

    async def _drive(
        self, claim: Claim, session: Session, context: RunContext, switch: PauseSwitch, topic: TopicMaker
    ) -> None:
        head = NOWHERE if claim.first else await session.head()
        if head.checkpoint_id is None:
            claim = await topic.with_topic(claim)
        move = await next_move(self._storage, claim, session, head)
        if move is not None:
            head = await session.run(move, switch)
        await topic.sink.flushed()
        if head.next:
            faults.point("graph_paused")
            reason = "budget" if context.ledger.reached else "god_mode"
            await commit_pause(self._storage, claim, session, head, context, reason)
            faults.point("pause_committed")
        else:
            faults.point("graph_ended")
            await commit_end(self._storage, claim, session, head, context)
            self._savers.prune(claim.run.id)

    async def _fail(
        self,
        claim: Claim,
        session: Session | None,
        context: RunContext | None,
        sink: EventSink,
        error: Exception,
    ) -> None:
        try:
            await sink.flushed()
        except Fenced:
            raise
        except Exception as broken:  # edge: what cannot be logged must not hide that the run failed
            if self._is_outage(broken):
                raise
        values: dict[str, Any] = (await session.head()).values if session else {}
        await commit_failure(self._storage, claim, values, context, error)

    async def _past(self, run: Run) -> Past:
        async with self._storage.begin() as uow:
            sections = await uow.runs.sections(run.id) if run.documents else []
            return Past(await uow.runs.steps(run.id), sections, await uow.events.notices(run.id))
