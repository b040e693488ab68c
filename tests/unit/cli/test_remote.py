"""What the server refuses becomes the same errors, and the same words, as in one process."""

from __future__ import annotations

import httpx
import pytest

from councilos import errors
from councilos.api.errors import council_problem
from councilos.cli.remote import RemoteEngine
from councilos.cli.words import error_words
from councilos.errors import CouncilError, Problem

PROBLEM = Problem("/nodes", "no_nodes", "error", "The council has no agents.", "Add one.")
RAISED: list[CouncilError] = [
    errors.UserError("Odd."),
    errors.InvalidInput("Wrong.", [PROBLEM]),
    errors.InvalidBlueprint("Wrong.", [PROBLEM]),
    errors.NotFound("Gone."),
    errors.WrongState("Late.", status="completed"),
    errors.Conflict("Second."),
    errors.AlreadyDecided("Second.", {"action": "approve"}),
    errors.TooLarge("Large.", limit_bytes=5 * 1024 * 1024),
    errors.UnreadableDocument("A scan.", "no_text"),
    errors.Refused("No."),
    errors.SetupError("Missing part."),
    errors.MissingSetting("No key.", "OPENAI_API_KEY"),
    errors.StorageUnavailable("Away."),
    errors.ProviderError("Refused.", retryable=False, cause="auth", model="gpt-4o"),
    errors.BudgetReached("Used up."),
    errors.Fenced("Taken over."),
    CouncilError("Odd."),
]


@pytest.mark.parametrize("language", ["C", "de", "zh"])
@pytest.mark.parametrize("raised", RAISED, ids=lambda error: type(error).__name__)
async def test_errors_survive_the_way(
    monkeypatch: pytest.MonkeyPatch, raised: CouncilError, language: str
) -> None:
    """RN-3, UI-7, TL-2: one status has several errors; the code tells them apart."""
    monkeypatch.setenv("LC_ALL", language)
    answer = council_problem(raised)

    def serve(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(answer.status_code, content=bytes(answer.body))

    async with httpx.AsyncClient(transport=httpx.MockTransport(serve), base_url="http://here") as client:
        with pytest.raises(CouncilError) as caught:
            await RemoteEngine("http://here", client, {}).cancel("x")
    assert type(caught.value) is type(raised)
    assert error_words(caught.value) == error_words(raised)


def test_every_class_makes_the_way() -> None:
    """RN-3: a new class of errors needs its place here."""

    def classes(cls: type[CouncilError]) -> set[type[CouncilError]]:
        own = {sub for sub in cls.__subclasses__() if sub.__module__ == errors.__name__}
        return own.union(*(classes(sub) for sub in own))

    assert classes(CouncilError) | {CouncilError} == {type(error) for error in RAISED}
