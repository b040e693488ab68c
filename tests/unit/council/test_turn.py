"""One step of one agent: rules for writers, critics and deciders."""

from __future__ import annotations

from typing import Any

import pytest

from councilos.council.plan import plan
from councilos.council.turn import Call, Forced, Outcome, Repair, after_repair, begin, read
from councilos.council.work import final_draft
from support.simulation import compiled, fresh, play

COUNCIL = compiled("abc", "ab ba:rework bc:approve")


def outcome(node_id: str, text: Any, **state: Any) -> Outcome:
    """Return what an answer means that needs no repair."""
    found = read(COUNCIL, node_id, fresh(COUNCIL, **state).state, text)
    assert isinstance(found, Outcome)
    return found


def test_cs_3_writer() -> None:
    """CS-3: a writer's answer is the new draft; nothing else is touched."""
    found = outcome("a", [{"type": "text", "text": " The {text}. "}])
    assert found.draft == "The {text}."
    assert found.update["current_draft"] == "The {text}."
    assert found.update["drafts"] == {"a": {"node": "a", "author": "a", "text": "The {text}.", "by": "agent"}}
    assert found.update["active_node"] == "a"
    assert found.route["targets"] == ["b"]
    assert {"route_decision", "critic_score", "feedback_history"}.isdisjoint(found.update)


def test_cs_3_an_empty_answer_keeps_the_draft() -> None:
    """CS-3: nothing never replaces something."""
    found = outcome("a", "  \n", current_draft="old")
    assert found.draft is None
    assert {"current_draft", "drafts", "messages"}.isdisjoint(found.update)
    assert found.route["targets"] == ["b"]


@pytest.mark.parametrize(
    ("score", "verdict"), [("8", "approve"), ("10", "approve"), ("7.9", "rework"), ("0", "rework")]
)
def test_cs_4_the_number_decides(score: str, verdict: str) -> None:
    """CS-4: the threshold counts, not the model's own word."""
    word = "rework" if verdict == "approve" else "approve"
    found = outcome("b", f"I say: {word}!\nSCORE: {score}")
    assert found.update["route_decision"] == found.route["label"] == verdict
    assert found.update["critic_score"] == float(score)
    expected = ["I say: approve!"] if verdict == "rework" else None
    assert found.update.get("feedback_history") == expected
    assert found.feedback == (expected[0] if expected else None)
    assert found.draft is None
    assert not found.route["forced"]


def test_cs_6_unreadable_answers_are_repaired_once() -> None:
    """CS-6: one repair call that asks only for the score; its score counts, with the first text."""
    state = fresh(COUNCIL).state
    repair = read(COUNCIL, "b", state, "Quite nice.")
    assert isinstance(repair, Repair)
    assert "Quite nice." in repair.messages[1]["content"]
    assert repair.schema is not None
    assert list(repair.schema["properties"]) == ["score"]
    found = after_repair(COUNCIL, "b", state, "Quite nice.", '{"score": 6}')
    assert found.update["critic_score"] == 6
    assert found.update["feedback_history"] == ["Quite nice."]
    assert (found.route["rule"], found.route["forced"], found.route["raw"]) == (
        "repair",
        False,
        "Quite nice.",
    )


@pytest.mark.parametrize("repaired", ["", "approve", "SCORE: 11", None, "no"])
def test_cs_6_never_a_pass_by_accident(repaired: Any) -> None:
    """CS-6: without a readable score it is a rework with the raw text; the last score stays."""
    found = after_repair(COUNCIL, "b", fresh(COUNCIL, critic_score=7.0).state, "approve!", repaired)
    assert found.update["route_decision"] == "rework"
    assert found.update["feedback_history"] == ["approve!"]
    assert "critic_score" not in found.update
    assert found.route["score"] is None
    assert found.route["forced"]


def test_cs_5_forced_approval() -> None:
    """CS-5: after the limit the critic approves without a model call, says so, and keeps the last score."""
    state = fresh(COUNCIL, loops={"ba:rework": 5}, iteration_count=5, critic_score=6.5).state
    turn = begin(COUNCIL, "b", state)
    assert isinstance(turn, Forced)
    found = turn.outcome
    assert found.update["route_decision"] == "approve"
    assert found.update["loop_limit_reached"] is True
    assert found.limit_edges == ["ba:rework"]
    assert (found.route["score"], found.route["forced"], found.route["targets"]) == (6.5, True, ["c"])
    assert {"critic_score", "iteration_count", "messages", "feedback_history"}.isdisjoint(found.update)


DECIDING = compiled("abc", "ab ba:Zurück bc:fertig")


def test_bp_6_decider() -> None:
    """BP-6: a decider's label is the decision; its reasons join the feedback when it goes back."""
    state = fresh(DECIDING).state
    back = read(DECIDING, "b", state, "Zu kurz.\nROUTE: zurück")
    assert isinstance(back, Outcome)
    assert back.update["route_decision"] == "Zurück"
    assert back.update["feedback_history"] == ["Zu kurz."]
    assert (back.update["loops"], back.update["iteration_count"]) == ({"ba:Zurück": 1}, 1)
    on = read(DECIDING, "b", state, "Gut.\nROUTE: fertig")
    assert isinstance(on, Outcome)
    assert {"feedback_history", "loops", "critic_score"}.isdisjoint(on.update)
    assert on.route["reason"] == "Gut."


def test_bp_6_answer_without_a_label() -> None:
    """BP-6: after the repair call the default counts, else the first label that is open; as forced."""
    state = fresh(DECIDING).state
    repair = read(DECIDING, "b", state, "Hm.")
    assert isinstance(repair, Repair)
    assert repair.schema is not None
    assert repair.schema["properties"]["route"]["enum"] == ["Zurück", "fertig"]
    found = after_repair(DECIDING, "b", state, "Hm.", "do not fertig")
    assert (found.route["label"], found.route["forced"]) == ("Zurück", True)
    nodes = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
    default = compiled(nodes, "ab ba:x bc:y")
    edges = [edge.model_copy(update={"default": edge.id == "bc:y"}) for edge in default.blueprint.edges]
    declared = plan(default.blueprint.model_copy(update={"edges": tuple(edges)}))
    assert after_repair(declared, "b", fresh(declared).state, "", "").route["label"] == "y"


def test_bp_6_used_up_labels_are_not_offered() -> None:
    """BP-6, CS-5: a label whose loop is used up is neither asked for nor accepted."""
    council = compiled("abc", "ab ba:again bb:more bc:done", max_iterations=1)
    state = fresh(council, loops={"ba:again": 1}).state
    turn = begin(council, "b", state)
    assert isinstance(turn, Call)
    assert "- again" not in turn.messages[0]["content"]
    assert "- more\n- done" in turn.messages[0]["content"]
    assert isinstance(read(council, "b", state, "ROUTE: again"), Repair)


def test_cs_3_adviser() -> None:
    """CS-3: a node that must not write adds its text to the feedback."""
    council = compiled([{"id": "a", "writes": False}, {"id": "b"}], "ab")
    found = read(council, "a", fresh(council).state, "Mind the sources.")
    assert isinstance(found, Outcome)
    assert (found.draft, found.feedback) == (None, "Mind the sources.")
    assert found.update["feedback_history"] == ["Mind the sources."]
    assert "current_draft" not in found.update


def test_gm_10_redo_note_is_used_once() -> None:
    """GM-10: the note of a redo is told to the agent and then gone."""
    run = fresh(COUNCIL, redo_notes={"a": "Kürzer {bitte}."})
    found = run.step("a", lambda _: "short")
    assert "Kürzer {bitte}." in run.asked[0][1]
    assert found.update["redo_notes"] == {"a": ""}


@pytest.mark.parametrize(
    ("edges", "loops"), [("aa:again", 5), ("aa:rework", 5), ("aa", 5), ("aa:rework aa:approve", 10)]
)
def test_bp_2_a_council_of_one_self_loop_ends_with_a_result(edges: str, loops: int) -> None:
    """BP-2, CS-5: one node that only leads to itself ends, and what it wrote is the result."""
    council = compiled("a", edges)
    tag = "ROUTE: again" if "again" in edges else "SCORE: 3"
    run = play(council, lambda _: f"My text.\n{tag}")
    assert run.state["iteration_count"] == loops
    assert final_draft(council, run.state).startswith("My text.")
    assert run.state["loop_limit_reached"] is True


def test_bp_6_a_council_that_only_decides_has_a_result() -> None:
    """BP-6: where the only writer is never reached, the last words are the result."""
    council = compiled("abc", "ab:x ac:y")
    run = play(council, lambda node: "ROUTE: nothing" if node.id == "a" else "")
    assert final_draft(council, run.state) == "ROUTE: nothing"


def test_cs_4_structured_calls() -> None:
    """CS-4: with structured output critics and deciders are asked for JSON of a given shape."""
    critic = begin(COUNCIL, "b", fresh(COUNCIL).state, structured=True)
    assert isinstance(critic, Call)
    assert critic.schema is not None
    assert critic.schema["required"] == ["feedback", "score"]
    assert "SCORE:" not in critic.messages[0]["content"]
    decider = begin(DECIDING, "b", fresh(DECIDING).state, structured=True)
    assert isinstance(decider, Call)
    assert decider.schema is not None
    assert decider.schema["properties"]["route"]["enum"] == ["Zurück", "fertig"]
    writer = begin(COUNCIL, "a", fresh(COUNCIL).state, structured=True)
    assert isinstance(writer, Call)
    assert writer.schema is None
