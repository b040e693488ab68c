"""How a run that was started from Python ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from councilos.runs.model import DraftVersion

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """How a run ended.

    `status` is completed, failed, cancelled, or paused when it reached its budget. `draft` is the
    result, `drafts` every version of it, oldest first. `score` is the critic's last one, `cost` US
    dollars (None when the price is unknown), `usage` tokens in total and by agent. `error` says
    what went wrong, None when nothing did.
    """

    run_id: str
    name: str
    topic: str
    status: str
    draft: str
    drafts: Sequence[DraftVersion]
    score: float | None
    cost: float | None
    usage: Json = field(repr=False)
    error: str | None

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows: the draft below one line of figures."""
        facts = [f"**{self.name or 'Council'}**", self.status]
        facts += [f"score {self.score:g}"] if self.score is not None else []
        facts += [f"US$ {self.cost:.4f}"] if self.cost is not None else []
        parts = [" · ".join(facts)]
        parts += [f"> {self.error}"] if self.error else []
        return "\n\n".join([*parts, self.draft]).rstrip()
