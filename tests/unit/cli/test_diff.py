"""What changed between two drafts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from councilos.cli.diff import MAX_WORDS, word_diff

TEXT = st.text(alphabet=st.sampled_from("ab  \n,字ü"), max_size=60)


@given(TEXT, TEXT)
def test_the_pieces_make_up_both_texts(old: str, new: str) -> None:
    """GM-6: nothing of either version is lost in the comparison."""
    pieces = word_diff(old, new)
    assert "".join(text for kind, text in pieces if kind != "removed") == new
    assert "".join(text for kind, text in pieces if kind != "added") == old


def test_only_the_changed_word_is_marked() -> None:
    pieces = word_diff("The heat pump is loud.\nSecond line.", "The heat pump is quiet.\nSecond line.")
    assert [piece for piece in pieces if piece[0] != "same"] == [
        ("removed", "loud.\n"),
        ("added", "quiet.\n"),
    ]


def test_chinese_is_compared_by_character() -> None:
    assert [text for kind, text in word_diff("热泵很吵", "热泵很静") if kind == "added"] == ["静"]


def test_a_huge_change_is_shown_as_a_whole() -> None:
    old, new = "a " * MAX_WORDS, "b " * MAX_WORDS
    assert word_diff(old, new) == [("removed", old), ("added", new)]
