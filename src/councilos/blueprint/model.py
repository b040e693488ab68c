"""The blueprint: the canonical, versioned JSON that the canvas writes and the engine runs.

Shape and optional fields: `shared` requirements section 1. Nothing that was not set is exported
(`Blueprint.to_json`), so a round trip is byte-stable (BP-13).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

CURRENT_VERSION = "1.0"
MAX_NODES = 1_000
MAX_PROMPT = 100_000
MAX_BYTES = 5 * 1024 * 1024

Json = dict[str, Any]


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True, strict=True)


class Tools(_Part):
    """Which tools an agent may use (BP-7, BP-8)."""

    web_search: bool = False
    pdf_reader: bool = False


class Position(_Part):
    """Where the canvas draws the node, in canvas units."""

    x: Annotated[float, Field(strict=False)]
    y: Annotated[float, Field(strict=False)]


_Limit = Annotated[float | None, Field(default=None, gt=0, strict=False, allow_inf_nan=False)]


class Budget(_Part):
    """Hard limits for one run; absent means no limit (RN-8)."""

    tokens: int | None = Field(default=None, ge=1)
    cost_usd: _Limit = None
    minutes: _Limit = None

    @property
    def unknown(self) -> list[str]:
        """The limits that do not exist: who sets one believes to be protected by it."""
        return [key for key in self.model_extra or {} if not key.startswith("x-")]


class Settings(_Part):
    """What holds for the whole council (CS-2)."""

    approval_threshold: Annotated[float | None, Field(default=None, ge=0, le=10, strict=False)] = None
    max_iterations: int | None = Field(default=None, ge=0, le=1_000)
    budget: Budget | None = None
    language: str | None = Field(default=None, max_length=35)


class AgentNode(_Part):
    """One agent: who it is, which model speaks for it, what it may use.

    `threshold` overrides the council's approval threshold for this critic. `writes` overrides
    whether the answer becomes the draft (default: yes, unless the node has conditional out-edges).
    `start` marks a further entry point (BP-9).
    """

    id: str = Field(min_length=1, max_length=200)
    type: Literal["agent"] = "agent"
    name: str = Field(default="", max_length=200)
    system_prompt: str = Field(default="", max_length=MAX_PROMPT)
    model: str = Field(default="default", max_length=200)
    tools: Tools = Tools()
    position: Position | None = None
    start: bool = False
    threshold: Annotated[float | None, Field(default=None, ge=0, le=10, strict=False)] = None
    writes: bool | None = None
    temperature: Annotated[float | None, Field(default=None, ge=0, le=2, strict=False)] = None
    max_tokens: int | None = Field(default=None, ge=1)
    icon: str | None = Field(default=None, max_length=100)
    description: str | None = Field(default=None, max_length=2_000)

    @property
    def title(self) -> str:
        """The name that people see: the agent's name, else its id."""
        return self.name or self.id


class Edge(_Part):
    """An arrow: linear ones always fire, conditional ones when `condition` is the decision (BP-6).

    `default` marks the edge that is taken when an answer names no label; `max_iterations`
    overrides the loop limit of a back edge.
    """

    id: str = Field(min_length=1, max_length=200)
    source: str = Field(min_length=1, max_length=200)
    target: str = Field(min_length=1, max_length=200)
    type: Literal["linear", "conditional"] = "linear"
    condition: str | None = Field(default=None, max_length=200)
    default: bool = False
    max_iterations: int | None = Field(default=None, ge=0, le=1_000)


class Blueprint(_Part):
    """A whole council as drawn."""

    version: Literal["1.0"]
    name: str = Field(default="", max_length=255)
    description: str | None = Field(default=None, max_length=10_000)
    nodes: tuple[AgentNode, ...] = Field(strict=False)
    edges: tuple[Edge, ...] = Field(default=(), strict=False)
    settings: Settings = Settings()

    def node(self, node_id: str) -> AgentNode:
        """Return the node with this id; KeyError when there is none."""
        for node in self.nodes:
            if node.id == node_id:
                return node
        raise KeyError(node_id)

    def to_json(self) -> Json:
        """Return what was set, and nothing else (BP-13)."""
        return self.model_dump(mode="json", exclude_unset=True)
