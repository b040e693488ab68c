"""What all shapes share.

Requests are strict (no number becomes a text, no "yes" becomes true); members that we do not know
are ignored, so that clients written for other versions keep working.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict

from councilos.api.bodies import checked_text

Json = dict[str, Any]
Text = Annotated[str, AfterValidator(checked_text)]


class Request(BaseModel):
    """What a client sends."""

    model_config = ConfigDict(strict=True, extra="ignore")


class Answer(BaseModel):
    """What a client gets; members with a default are always there."""

    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)
