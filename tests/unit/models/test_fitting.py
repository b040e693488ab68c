"""Requests that fit a small model."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from councilos.models.fitting import LONGEST_STRING, bounded, shorten


def test_the_longest_message_loses_its_middle() -> None:
    messages = [{"role": "system", "content": "be brief"}, {"role": "user", "content": "a" * 500 + "z" * 500}]
    system, user = shorten(messages, 0.5)
    assert system["content"] == "be brief"
    assert user["content"].startswith("aaa")
    assert user["content"].endswith("zzz")
    assert "[…]" in user["content"]
    assert len(messages[1]["content"]) == 1000


@given(st.lists(st.text(max_size=300), min_size=1, max_size=5), st.floats(0.01, 0.99))
def test_shortening_reaches_its_share(texts: list[str], share: float) -> None:
    before = [{"role": "user", "content": text} for text in texts]
    after = shorten(before, share)
    assert sum(len(m["content"]) for m in after) <= sum(map(len, texts)) * share + 1


def test_strings_end_and_scores_stay_in_range() -> None:
    """CS-4: a small model's score is 0 to 10 by grammar."""
    schema = {
        "type": "object",
        "properties": {
            "feedback": {"type": "string"},
            "route": {"type": "string", "enum": ["a"]},
            "score": {"type": "number", "minimum": 0, "maximum": 10},
        },
    }
    properties = bounded(schema)["properties"]
    assert properties["feedback"]["maxLength"] == LONGEST_STRING
    assert properties["route"] == {"type": "string", "enum": ["a"]}
    assert properties["score"]["type"] == "integer"
