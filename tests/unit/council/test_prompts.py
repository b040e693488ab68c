"""What agents are told."""

from __future__ import annotations

import dataclasses
import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from councilos.council import phrases
from councilos.council.plan import CouncilPlan
from councilos.council.prompts import build, repair
from councilos.council.work import edit_draft
from support.simulation import compiled, fresh, play

ODD = 'Use {} and {x}, {{7*7}}, %s, $HOME, \\n, "quotes", 🙂 and 漢字.'


def asked(council: CouncilPlan, node_id: str, **state: Any) -> str:
    """Return the whole request for a node."""
    return "\n\n".join(
        message["content"] for message in build(council, node_id, fresh(council, **state).state)
    )


def drafts(**texts: str) -> dict[str, Any]:
    """Return the drafts of nodes."""
    return {node: {"node": node, "author": node, "text": text, "by": "agent"} for node, text in texts.items()}


def test_cs_3_texts_reach_the_model_unchanged() -> None:
    """CS-3: prompt, topic, draft, feedback and notes are passed on literally."""
    council = compiled([{"id": "a", "system_prompt": ODD, "name": ODD}, {"id": "b"}], "ab ba:rework")
    state = fresh(council, input_topic="T" + ODD, current_draft="D" + ODD).state
    state |= {"feedback_history": ["F" + ODD], "redo_notes": {"a": "N" + ODD}}
    system, user = build(council, "a", state)
    assert system["content"].startswith(ODD)
    assert all(letter + ODD in user["content"] for letter in "TDFN")


def test_cs_3_writer_sees_draft_and_all_feedback() -> None:
    """CS-3: a writer works from topic, current draft and ALL feedback, oldest first."""
    council = compiled("abc", "ab ba:rework bc:approve")
    drafts_and_scores = ["draft one", "too long\nSCORE: 3", "draft two", "too short\nSCORE: 4", "draft three"]
    answers = iter([*drafts_and_scores, "SCORE: 9", "final"])
    run = play(council, lambda _: next(answers))
    third = [text for node, text in run.asked if node == "a"][2]
    assert "draft two" in third
    assert "draft one" not in third
    assert third.index("1. too long") < third.index("2. too short")
    assert "draft three" in run.asked[-1][1]
    assert run.state["current_draft"] == "final"


def test_cs_4_critic_is_asked_for_a_score_line() -> None:
    """CS-4: prose first, then one line with the score."""
    text = asked(compiled("ab", "ab ba:rework"), "b", current_draft="The text")
    assert "SCORE: x" in text
    assert "The text" in text


def test_bp_6_decider_is_told_its_labels() -> None:
    """BP-6: every label is listed letter by letter."""
    text = asked(compiled("abc", "ab:Zurück/neu ac:完成"), "a")
    assert "- Zurück/neu\n- 完成" in text
    assert "ROUTE: x" in text


def test_bp_6_join_sees_every_branch_once() -> None:
    """BP-6: a join sees each branch's draft with its author's name, through nodes that write nothing."""
    nodes = [{"id": name, "name": f"Agent {name.upper()}"} for name in "abcde"]
    council = compiled(nodes, "ab ac bd ce de:approve")
    run = play(council, lambda node: "good\nSCORE: 9" if node.kind == "critic" else f"text of {node.id}")
    last = run.asked[-1]
    assert last[0] == "e"
    for author, text in (("Agent B", "text of b"), ("Agent C", "text of c")):
        assert last[1].count(text) == 1
        assert f"(by {author})" in last[1]
    assert "text of a" not in last[1]


def test_bp_6_a_branch_goes_on_from_its_own_draft() -> None:
    """BP-6: after a fan-out each branch works on its own text, not on the newest of all."""
    council = compiled("abcde", "ab ac bd ce")
    run = play(council, lambda node: f"text of {node.id}")
    seen = dict(run.asked)
    assert "text of b" in seen["d"]
    assert "text of c" not in seen["d"]
    assert "text of c" in seen["e"]


def test_cs_3_material_stays_while_a_loop_turns() -> None:
    """CS-3: a rework brings back the newest draft; what came before it stays in sight, once."""
    council = compiled("abc", "ab bc cb:rework", max_iterations=1)
    answers = {"a": "dossier", "b": "article", "c": "SCORE: 1"}
    run = play(council, lambda node: answers[node.id])
    again = [text for node, text in run.asked if node == "b"][1]
    assert (again.count("dossier"), again.count("article")) == (1, 1)


def test_gm_4_an_edited_draft_takes_effect() -> None:
    """GM-4: what a person wrote replaces the draft for whoever is next, also behind a fan-out."""
    council = compiled("abc", "ab bc")
    run = fresh(council)
    run.apply(run.step("a", lambda _: "machine").update)
    loose = {**run.state, "current_draft": "by hand"}
    assert "by hand" in str(build(council, "b", loose))
    assert "machine" not in str(build(council, "b", loose))
    update = edit_draft(council, run.state, "by hand")
    assert update["drafts"]["a"] == {"node": "a", "author": "a", "text": "by hand", "by": "person"}
    run.apply(update)
    assert str(build(council, "b", run.state)).count("by hand") == 1


def test_gm_4_an_edited_draft_at_a_join() -> None:
    """GM-4, BP-6: an edit reaches a join beside the branches, and none of them is lost."""
    council = compiled("abcd", "ab ac bd cd")
    run = fresh(council)
    for node in "abc":
        run.apply(run.step(node, lambda found: f"text of {found.id}").update)
    text = str(build(council, "d", {**run.state, "current_draft": "by hand"}))
    assert all(text.count(part) == 1 for part in ("by hand", "text of b", "text of c"))
    run.apply(edit_draft(council, run.state, "by hand"))
    text = str(build(council, "d", run.state))
    assert "by hand" in text
    assert "text of b" in text
    assert "text of c" not in text


def test_gm_4_an_edit_before_any_draft() -> None:
    """GM-4: a person may write the first draft."""
    council = compiled("ab", "ab")
    run = fresh(council)
    run.apply(edit_draft(council, run.state, "mine"))
    assert "mine" in str(build(council, "a", run.state))


def test_gm_10_redo_and_send_elsewhere_keep_the_draft() -> None:
    """GM-10: who is asked again sees its own text; who is reached without an edge sees the newest."""
    council = compiled("abcd", "ab bc da")
    state = {"drafts": drafts(a="alpha", b="beta"), "current_draft": "beta"}
    route = {"node": "b", "label": "", "edges": [], "targets": ["b"], "rule": "person"}
    assert "beta" in asked(council, "b", **state, routes={"b": route})
    assert "beta" in asked(council, "d", **state, routes={"b": {**route, "targets": ["d"]}})
    assert "beta" in asked(council, "d", **state)


@pytest.mark.parametrize(
    ("language", "word"), [("de", "Thema"), ("de-AT", "Thema"), ("zh_CN", "主题"), ("en", "Topic")]
)
def test_ui_7_language_of_the_council(language: str, word: str) -> None:
    """UI-7: the words around the prompt are in the council's language, and the answer is asked in it."""
    text = asked(compiled("ab", "ab", language=language), "a")
    assert f"## {word}" in text
    assert phrases.phrases(language).language in text


def test_ui_7_language_of_the_topic() -> None:
    """UI-7: without a language, or with one we have no words for, the agent is told what to answer in."""
    assert "language of the topic" in asked(compiled("ab", "ab"), "a")
    assert "the code fr" in asked(compiled("ab", "ab", language="fr"), "a")


def test_ui_7_all_languages_say_the_same() -> None:
    """UI-7: no phrase is missing or left in another language, and markers are alike in all."""
    words = [dataclasses.asdict(found) for found in (phrases.ENGLISH, phrases.GERMAN, phrases.CHINESE)]
    for key in words[0]:
        texts = [found[key] for found in words]
        assert all(texts), key
        for marker in ("SCORE: x", "ROUTE: x", '{"score": x}', '{"route": x}', '"feedback"', '"reason"'):
            assert len({marker in text for text in texts}) == 1, (key, marker)
    assert not set(string.ascii_letters) & set(phrases.CHINESE.judge + phrases.CHINESE.write)


def test_cs_6_repair_shortens_endless_answers() -> None:
    """CS-6: the repair call shows begin and end of a very long answer."""
    council = compiled("ab", "ab ba:rework")
    text = repair(council, "b", fresh(council).state, "A" + "x" * 100_000 + "Z")[1]["content"]
    assert len(text) < 21_000
    assert "Ax" in text
    assert "xZ" in text


@settings(max_examples=100, deadline=None)
@given(st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_cs_3_any_text_can_be_told(topic: str, draft: str, feedback: list[str]) -> None:
    """CS-3: no text breaks the building of a request, and none is lost."""
    council = compiled("ab", "ab ba:rework")
    user = build(
        council, "a", fresh(council, input_topic=topic, current_draft=draft, feedback_history=feedback).state
    )[1]["content"]
    assert topic in user
    assert not draft.strip() or draft in user
    assert all(text in user for text in feedback)
