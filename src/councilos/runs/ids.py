"""Ids as clients write them, and what is said when nothing has such an id (RN-3)."""

from __future__ import annotations

from typing import Literal, TypeVar
from uuid import UUID

from councilos.errors import NotFound

Kind = Literal["run", "council", "saved agent", "document"]
T = TypeVar("T")


def as_id(kind: Kind, text: str) -> UUID:
    """Return the id; NotFound when it is no UUID, for no such thing can exist."""
    try:
        return UUID(text)
    except ValueError:
        raise NotFound(f"There is no {kind} {text!r}.") from None


def existing(kind: Kind, wanted: UUID, found: T | None) -> T:
    """Return what was found; NotFound when that is nothing."""
    if found is None:
        raise missing(kind, wanted)
    return found


def missing(kind: Kind, wanted: UUID) -> NotFound:
    """Return the error for an id that nothing has."""
    return NotFound(f"There is no {kind} {wanted}.")
