"""What all shapes share; requests have their base in `api/strict.py`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict

from councilos.api.bodies import checked_text

Json = dict[str, Any]
Text = Annotated[str, AfterValidator(checked_text)]


class Answer(BaseModel):
    """What a client gets; members with a default are always there."""

    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)
