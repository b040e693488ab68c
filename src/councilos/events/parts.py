"""What events carry, and records and requests share with them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

RunStatus = Literal["pending", "running", "completed", "failed", "paused", "cancelled"]
"""The statuses of a run (RN-2); `cancelled` is reached only through cancel."""
PauseReason = Literal["approval", "budget"]
Action = Literal["approve", "reject", "modify", "route", "redo", "autopilot"]

Json = dict[str, Any]

# Fields with a default are always sent: clients may count on them.
SENT = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)


class Usage(BaseModel):
    """Tokens and money; `cost_usd` is null when the model's price is unknown."""

    model_config = SENT

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None


class ErrorInfo(BaseModel):
    """What failed, who can mend it and whether `continue` can help."""

    model_config = SENT

    code: str
    message: str
    node: str | None = None
    retryable: bool = False
    details: Json = Field(default_factory=dict)


class Proposal(BaseModel):
    """One node that waits for a person, and why it is next (GM-6, GM-10)."""

    model_config = SENT

    item_id: str
    node: str
    name: str
    proposers: list[str] = Field(default_factory=list[str])
    routes: list[Json] = Field(default_factory=list[Json])
