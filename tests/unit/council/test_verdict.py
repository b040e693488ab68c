"""Reading scores and labels: many shapes, fail closed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from councilos.council.verdict import read_label, read_verdict

READABLE: list[tuple[Any, float]] = [
    ("SCORE: 8", 8),
    ("Good.\nSCORE: 7.5", 7.5),
    ("**Score:** 7,5 / 10", 7.5),
    ("**Score: 9**", 9),
    ("## Score\n\n8/10", 8),
    ("Punktzahl: 8,5", 8.5),
    ("Bewertung: 8 von 10 Punkten", 8),
    ("评分：8.5", 8.5),
    ("评分：８．５分", 8.5),
    ("Score: .8", 0.8),
    ("85/100", 8.5),
    ("Score: 85/100", 8.5),
    ("Score: 85 %", 8.5),
    ("Score: 17/20", 8.5),
    ("Rating: 4/5", 8),
    ("8", 8),
    ("**7/10**", 7),
    ("Overall score (0-10): 6", 6),
    ("Score: 8 (solid, but long)", 8),
    ("Score: 8 – solid", 8),
    ("| Score | 8 |", 8),
    ("Score: 0", 0),
    ("Score: 10/10", 10),
    ("Score is 6.", 6),
    ("Score for style: 3 of many\nSCORE: 6", 6),
    ("Score: 3\nScore: 9\nSCORE: 6", 6),
    ("Score: 6\nMore text.", 6),
    ("I won't approve this.\n\nSCORE: 9\n", 9),
    ('{"score": 7, "feedback": "Shorter."}', 7),
    ('{"feedback": "Use {x} and }.", "score": "8,5/10"}', 8.5),
    ('Here:\n```json\n{"score": 6.5, "feedback": "no {braces} }"}\n```\nBye {you}.', 6.5),
    ('Uses {curly} braces { in text.\n{"verdict": {"score": 4}}', 4),
    ('{"grammar": {"score": 9}, "score": 5}', 5),
    ('The document quotes {"score": 10}.\nSCORE: 2', 2),
    ([{"type": "text", "text": "Fine.\nSCORE: "}, {"type": "text", "text": "8"}], 8),
    ([{"type": "thinking", "thinking": "SCORE: 1"}, {"type": "text", "text": "SCORE: 9"}], 9),
]

UNREADABLE: list[tuple[Any, str]] = [
    ("", "empty"),
    ("  \n ", "empty"),
    (None, "empty"),
    ([], "empty"),
    (42, "empty"),
    ("Score: 11", "out_of_range"),
    ("Score: -2", "out_of_range"),
    ("Score: 11/10", "out_of_range"),
    ('{"score": -1}', "out_of_range"),
    ("Score: 4\nScore: 9\nBye.", "ambiguous"),
    ('{"score": 4} {"score": 9}', "ambiguous"),
    ('Score: 9\n{"score": 4}', "ambiguous"),
    ("Score: 8-9", "missing"),
    ("Score: 8 - 9", "missing"),
    ("Score: 8 to 9", "missing"),
    ("Score: 9 would be too much", "missing"),
    ("The score is not 9", "missing"),
    ("This is nowhere near 9/10.", "missing"),
    ("approve", "missing"),
    ("Perfect, 10 points from me!", "missing"),
    ("Score: 8.5.1", "missing"),
    ("Score: 1,000", "missing"),
    ("Score: 3/7", "missing"),
    ("Score: x", "missing"),
    ("Score: NaN", "missing"),
    ('{"score": null}', "missing"),
    ('{"score": true}', "missing"),
    ('{"score": "high"}', "missing"),
    ('{"a": {"score": 3}, "b": {"score": 9}}', "missing"),
    ('{"score": 3, "score": 9}', "missing"),
    ('{"score": 3, "rating": 9}', "missing"),
    ("word " * 4_000, "missing"),
]


@pytest.mark.parametrize(("answer", "score"), READABLE)
def test_cs_4_scores_in_many_shapes(answer: Any, score: float) -> None:
    """CS-4: one clear score from 0 to 10 is read, whatever stands around it."""
    assert read_verdict(answer).score == score


@pytest.mark.parametrize(("answer", "rule"), UNREADABLE)
def test_cs_6_no_clear_score_is_no_score(answer: Any, rule: str) -> None:
    """CS-6: what is not clearly a score is none, and the reason is told; never a pass by accident."""
    verdict = read_verdict(answer)
    assert (verdict.score, verdict.rule) == (None, rule)


def test_cs_6_raw_text_is_kept() -> None:
    """CS-6: the raw text stays whole; the feedback is the text without the score line."""
    verdict = read_verdict("Zu lang，bitte kürzen.\n\n**SCORE: 6**")
    assert verdict.feedback == "Zu lang，bitte kürzen."
    assert verdict.raw == "Zu lang，bitte kürzen.\n\n**SCORE: 6**"
    assert read_verdict("no number").feedback == "no number"


def test_cs_4_feedback_of_json_answers() -> None:
    """CS-4: feedback comes from its field, as text or as a list, else from the prose around."""
    assert read_verdict('{"score": 1, "feedback": " Shorter. "}').feedback == "Shorter."
    assert read_verdict('{"score": 1, "Feedback": ["a", "b"]}').feedback == "- a\n- b"
    assert read_verdict('Too long.\n```json\n{"score": 1}\n```').feedback == "Too long."
    assert read_verdict('{"score": 1}').feedback == '{"score": 1}'


LABELS = ("publish", "Zurück an Autor", "再来", "a/b", "C++", "not done, rework")

NAMED: list[tuple[Any, str]] = [
    ("ROUTE: publish", "publish"),
    ("Because.\nROUTE: publish", "publish"),
    ("**Route:** `Publish`.", "publish"),
    ("Entscheidung: zurück an autor", "Zurück an Autor"),
    ("决定：再来", "再来"),
    ("Reasons.\n\nPUBLISH", "publish"),
    ("**a/b**", "a/b"),
    ("C++", "C++"),
    ('{"reason": "x", "route": "publish"}', "publish"),
    ('```json\n{"decision": " Publish "}\n```', "publish"),
    ("ROUTE: publish\nThat is all.", "publish"),
    ("ROUTE: a/b\nOn second thought:\nROUTE: publish", "publish"),
    ('The text says {"route": "a/b"}.\nROUTE: publish', "publish"),
    ("ROUTE: not done, rework", "not done, rework"),
]

NAMELESS: list[tuple[Any, str]] = [
    ("", "empty"),
    (None, "empty"),
    ("do not publish", "missing"),
    ("I would publish", "missing"),
    ("ROUTE: do not publish", "missing"),
    ("ROUTE: something else", "missing"),
    ("publish or a/b", "missing"),
    ("ROUTE: publish\nROUTE: a/b\nHm.", "ambiguous"),
    ('{"route": "publish"} {"route": "a/b"}', "ambiguous"),
    ('{"route": 5}', "missing"),
]


@pytest.mark.parametrize(("answer", "label"), NAMED)
def test_bp_6_labels_in_many_shapes(answer: Any, label: str) -> None:
    """BP-6: a label is read from JSON, a tagged line or a last line, as spelled in the blueprint."""
    assert read_label(answer, LABELS).label == label


@pytest.mark.parametrize(("answer", "rule"), NAMELESS)
def test_bp_6_labels_are_never_found_inside_text(answer: Any, rule: str) -> None:
    """BP-6: `do not publish` names no label."""
    reading = read_label(answer, LABELS)
    assert (reading.label, reading.rule) == (None, rule)


def test_bp_6_reason_without_the_tagged_line() -> None:
    """BP-6: the reason is the text around the label."""
    assert read_label("Because，so.\nROUTE: publish", LABELS).reason == "Because，so."


HUGE = [
    "Score: " * 150_000,
    "{" * 1_000_000,
    '{"' * 500_000,
    '{"a":' * 200_000,
    "(" * 1_000_000,
    "Score: (" + " " * 1_000_000,
    "*" * 1_000_000 + "88",
    "Score:\n" * 140_000,
    "9" * 1_000_000,
    "ROUTE: " + "*" * 1_000_000,
    "ROUTE: x\n" * 110_000,
    '{"score": ' + "9" * 1_000_000 + "}",
]


@pytest.mark.parametrize("answer", HUGE, ids=range(len(HUGE)))
def test_cs_6_a_megabyte_is_read_in_linear_time(answer: str) -> None:
    """CS-6: hostile answers of a megabyte neither crash nor stall the reader (the test would time out)."""
    assert read_verdict(answer).score is None
    assert read_label(answer, LABELS).label is None


SCORE_PIECES = ["Score", "SCORE", "评分", ":", "：", "8", ",5", ".5", "/10", "%", "-", "９", "²", "٣", "1e5"]
OTHER_PIECES = [
    "route",
    " ",
    "\n",
    "{",
    "}",
    '"score"',
    '"route"',
    "[",
    "`",
    "*",
    "publish",
    "\ud800",
    "\x00",
]
PIECES = st.sampled_from([*SCORE_PIECES, *OTHER_PIECES])
TEXTS = st.lists(PIECES, max_size=15).map("".join) | st.text(max_size=40)
BLOCKS = st.lists(st.dictionaries(st.sampled_from(["type", "text"]), TEXTS | st.none()) | TEXTS, max_size=3)


@settings(max_examples=400, deadline=None)
@given(TEXTS | BLOCKS | st.none() | st.integers())
@example("Score: ²")
def test_cs_6_any_answer_is_read(answer: Any) -> None:
    """CS-6: no answer crashes a run, and a score is always from 0 to 10."""
    score = read_verdict(answer).score
    assert score is None or 0 <= score <= 10
    assert read_label(answer, LABELS).label in (None, *LABELS)
