"""How an execution goes on from where the graph stands (decision 5).

Every resume writes its segment's id into the state in the same update. So the head tells whether
the decision was applied, and whether anything ran after it:

- another id: apply the decision;
- mine, and the head is the one the decision was made at, or the update itself: go on;
- mine, and the head has moved: in God Mode everything that was approved has run, so nothing is
  invoked and the pause is committed; without God Mode go on.
"""

from __future__ import annotations

from typing import Any

from councilos.council.state import initial_state
from councilos.graph.decide import Choice, apply, standing
from councilos.graph.session import Go, Head, Resume, Session, Start
from councilos.runs.model import Claim
from councilos.runs.ports import Storage


async def next_move(
    storage: Storage, claim: Claim, session: Session, head: Head
) -> Start | Resume | Go | None:
    """Return what to invoke now, None when the graph already stands where it has to be committed."""
    run, segment = claim.run, claim.segment
    mine = str(segment.id)
    if head.checkpoint_id is None:
        return Start(start_values(claim))
    base = claim.pause.checkpoint_id if claim.pause else segment.base_checkpoint
    match standing(head, mine, base):
        case "apply" if segment.kind == "decision" and claim.pause is not None:
            waiting = {item.id: item.key for item in claim.pause.items}
            choices = [Choice(waiting[made.item_id], made.action, made.payload) for made in claim.decisions]
            return await apply(session, head, choices, mine)
        case "apply":
            await _remember_base(storage, claim, head)
            return Resume({"segment_id": mine})
        case "go":
            return Go() if head.next else None
        case "moved":
            return None if run.god_mode or not head.next else Go()


def start_values(claim: Claim) -> dict[str, Any]:
    """Return the state that the run starts with."""
    return initial_state(str(claim.run.id), claim.run.topic, str(claim.segment.id))


async def _remember_base(storage: Storage, claim: Claim, head: Head) -> None:
    """Note where a continued run stood before anything was applied, for the case of a crash."""
    async with storage.begin() as uow:
        await uow.runs.fence(claim.run.id, claim.epoch)
        await uow.runs.update_segment(claim.segment.id, base_checkpoint=head.checkpoint_id)
