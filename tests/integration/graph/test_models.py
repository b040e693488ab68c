"""A council on real model clients against the fake model server."""

from __future__ import annotations

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from councilos.council.state import initial_state
from councilos.events.parts import Usage
from councilos.events.types import Event, MessageCompleted, MessageDelta, NodeCompleted
from councilos.graph.compile import compile_stored
from councilos.graph.context import ModelContext
from councilos.graph.failure import StepFailed
from councilos.graph.session import PauseSwitch, Session, Start
from councilos.models.catalogue import Catalogue
from councilos.settings import Settings
from support.councils import Edge, council
from support.model_server import ModelServer

LOOP: list[Edge] = [("a", "k"), ("k", "a", "rework"), ("k", "w", "approve")]
PROMPT = "You are {name}. %s \\n <b>&amp;</b> `${x}` 你好 🙂"


def settings(**env: str) -> Settings:
    return Settings(_env_file=None, **{key.lower(): value for key, value in env.items()})  # type: ignore[arg-type, call-arg]


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
async def test_prompts_reach_the_model_unchanged(model_server: ModelServer, provider: str) -> None:
    """CS-3, CS-4, CS-5: system prompts, topic, draft and all feedback, over the wire; text streams."""
    name = {"openai": "gpt-4o", "anthropic": "claude-3-5-sonnet-20241022"}[provider]
    model_server.on(lambda call: "critic" in call.system, ["Too dry.\nSCORE: 4", "Lively.\nSCORE: 9"])
    model_server.on(lambda call: "master" in call.system, ["First {draft}", "Second %s draft"])
    nodes = [
        {"id": "a", "model": name, "system_prompt": f"master {PROMPT}"},
        {"id": "k", "model": name, "system_prompt": f"critic {PROMPT}"},
        {"id": "w", "model": name, "system_prompt": f"writer {PROMPT}"},
    ]
    events: list[Event] = []
    env = model_server.env("openai" if provider == "openai" else "anthropic")
    catalogue = Catalogue(settings(**env))
    context = ModelContext(catalogue, events.append)
    compiled = await compile_stored(council(nodes, LOOP).to_json())
    session = Session(compiled, InMemorySaver(), "t", context)
    topic = "Tee {und} %d Kuchen"
    head = await session.run(Start(initial_state("t", topic, "s0")), PauseSwitch([]))
    await catalogue.aclose()
    assert head.next == ()
    assert [call.system.split()[0] for call in model_server.calls] == [
        "master", "critic", "master", "critic", "writer",
    ]  # fmt: skip
    assert all(PROMPT in call.system and topic in call.text for call in model_server.calls)
    again = model_server.calls[2]
    assert ("First {draft}" in again.text, "Too dry." in again.text) == (True, True)
    assert "Second %s draft" in model_server.calls[3].text
    done = [event for event in events if isinstance(event, NodeCompleted)]
    assert {event.model for event in done} == {f"{provider}:{name}"}
    assert all(event.usage != Usage() for event in done)
    draft = head.values["current_draft"]
    assert [event.text for event in events if isinstance(event, MessageCompleted) and event.node == "w"] == [
        draft
    ]
    pieces = [event for event in events if isinstance(event, MessageDelta) and event.node == "w"]
    assert pieces[0].text
    assert draft.startswith("".join(event.text for event in pieces))


async def test_a_missing_key_fails_the_node_naming_the_variable() -> None:
    """BP-14: an explicit model is never replaced."""
    compiled = await compile_stored(
        council([{"id": "a", "model": "claude-3-5-sonnet-20241022"}], []).to_json()
    )
    context = ModelContext(Catalogue(settings()), lambda _event: None)
    session = Session(compiled, InMemorySaver(), "t", context)
    with pytest.raises(StepFailed) as failed:
        await session.run(Start(initial_state("t", "tea", "s0")), PauseSwitch(["a"]))
    info = failed.value.info
    assert (info.node, info.code, info.details) == (
        "a",
        "missing_setting",
        {"variable": "ANTHROPIC_API_KEY", "agent": "a"},
    )
