"""Requests that know their fields: a misspelt one is an error, not something that silently has no effect.

Names that start with `x-` are free for clients' own notes, as in blueprints (BP-13).
"""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import Any, ClassVar, Self, cast

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from councilos.errors import Problem


class Request(BaseModel):
    """The base of all request bodies: no number becomes a text, no field is overlooked."""

    model_config = ConfigDict(strict=True, extra="forbid")
    sent_back: ClassVar[frozenset[str]] = frozenset()
    """Fields of the answer that may be sent back and are not looked at."""

    @model_validator(mode="wrap")
    @classmethod
    def _known_fields(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Name unknown fields together with all other problems of the same object."""
        if not isinstance(data, dict) or data.keys() <= cls.model_fields.keys():
            return handler(data)
        given = cast("dict[str, Any]", data)
        found = [
            _unknown(key, cls.model_fields)
            for key in unknown_fields(given, cls.model_fields)
            if key not in cls.sent_back
        ]
        known = {key: value for key, value in given.items() if key in cls.model_fields}
        try:
            accepted = handler(known)
        except ValidationError as error:
            found += [_again(dict(one)) for one in error.errors(include_url=False)]
        else:
            if not found:
                return accepted
        raise ValidationError.from_exception_data(cls.__name__, found)


def unknown_fields(given: Collection[str], known: Collection[str]) -> list[str]:
    """Return the names that nothing reads."""
    return [key for key in given if key not in known and not key.startswith("x-")]


def unknown_hint(key: str, known: Collection[str]) -> str:
    """Return what to do about an unknown field."""
    near = difflib.get_close_matches(key[:100], list(known), n=1)
    return f"Did you mean “{near[0]}”?" if near else f"Fields are {', '.join(known)}."


def unknown_problem(key: str, known: Collection[str], path: str) -> Problem:
    """Return the problem for an unknown field at `path`."""
    message = f"There is no field “{key[:80]}” here."
    return Problem(path, "unknown_field", "error", message, unknown_hint(key, known))


def _unknown(key: str, known: Collection[str]) -> InitErrorDetails:
    kind = PydanticCustomError("unknown_field", "There is no such field.", {"hint": unknown_hint(key, known)})
    return InitErrorDetails(type=kind, loc=(key,), input=None)


def _again(found: dict[str, Any]) -> InitErrorDetails:
    """Return a found error in the form in which it can be raised once more."""
    kind = PydanticCustomError(found["type"], found["msg"], found.get("ctx"))
    return InitErrorDetails(type=kind, loc=found["loc"], input=found["input"])
