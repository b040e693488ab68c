"""A person overrules the critic: everything about it in one run (GM-4, GM-6, GM-10, RN-8)."""

from __future__ import annotations

from councilos.runs import history
from councilos.runs.watch import logged
from councilos.runtime import Runtime
from support.blueprints import writer_critic_editor
from support.engine import approve, begin, until, until_paused
from support.model_server import Call, ModelServer

EDITED = 'ÄÖÜ 漢字 🙂 "x" {y}'


def _asked(server: ModelServer) -> list[str]:
    return [call.system.split("agent:")[1].split()[0] for call in server.calls]


async def test_an_edited_draft_goes_where_the_person_says(engine: Runtime, model_server: ModelServer) -> None:
    """GM-4, GM-10, RN-8: the agent skipped is not asked, the target reads the exact words."""

    def answer(call: Call) -> str:
        if "agent:critic" in call.system:
            return "Well done.\nSCORE: 9"
        return "Second text." if EDITED in call.messages[-1]["content"] else "First text."

    model_server.answer(answer)
    run = await begin(engine.storage, writer_critic_editor(), god_mode=True)
    before_critic = await until_paused(engine.storage, run.id)
    await approve(engine.storage, before_critic)
    before_editor = await until_paused(engine.storage, run.id, after=before_critic.id)
    assert before_editor.next_nodes == ("editor",), "the critic approved"
    assert _asked(model_server) == ["writer", "critic"]

    change = {"current_draft": EDITED, "route_decision": "rework"}
    await approve(engine.storage, before_editor, action="modify", modified_state=change)
    before_critic_again = await until_paused(engine.storage, run.id, after=before_editor.id)
    assert before_critic_again.next_nodes == ("critic",)
    assert _asked(model_server) == ["writer", "critic", "writer"], "the editor was next and is skipped"
    assert EDITED in model_server.calls[-1].messages[-1]["content"]

    await approve(engine.storage, before_critic_again, action="autopilot")
    ended = await until(engine.storage, run.id, "completed", "failed")
    assert ended.status == "completed"

    drafts = await history.drafts(engine.storage, run.id)
    assert [(draft.text, draft.by) for draft in drafts][:3] == [
        ("First text.", "agent"), (EDITED, "person"), ("Second text.", "agent"),
    ]  # fmt: skip
    events = [logged(row) for row in await history.events(engine.storage, run.id, 0, 1_000)]
    (decided,) = [
        event.model_dump()
        for event in events
        if getattr(event, "type", "") == "decision" and getattr(event, "action", "") == "modify"
    ]
    assert decided["decided_by"] == "test"
    assert str(decided).count("editor") >= 1, "whose turn was overruled"
