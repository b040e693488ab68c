"""What a person's edits of a paused state mean."""

from __future__ import annotations

from collections.abc import Sequence


def added_feedback(old: Sequence[str], posted: Sequence[str]) -> list[str]:
    """Return the entries to append so that the history only ever grows (CS-1, GM-4).

    A client may post the whole history back with new entries at its end, or only new entries.
    """
    if list(posted[: len(old)]) == list(old):
        return list(posted[len(old) :])
    return [entry for entry in posted if entry not in old]
