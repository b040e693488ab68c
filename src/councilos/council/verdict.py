"""Reading a critic's score and a decider's label out of whatever a model answered.

Fail closed: what is not clearly a score from 0 to 10, or clearly one of the labels, is no
reading at all, and the caller asks once more, then takes the safe way (CS-6). Nothing is found
by substring: "do not approve" approves nothing. Every reader is linear in the length of the
text and never raises.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, cast

from councilos.council.answer import DECORATION, Prose, objects, plain_text
from councilos.council.plan import fold

_SCORE_TAGS = (
    "overall score|final score|total score|my score|score|overall rating|final rating|rating"
    "|gesamtpunktzahl|gesamtbewertung|gesamtwertung|gesamtnote|punktzahl|bewertung|wertung|punkte"
    "|综合评分|最终评分|总评分|评分|得分|分数|总分|打分"
)
_ROUTE_TAGS = (
    "route|final decision|decision|verdict|label|next step|next|entscheidung|weg|urteil"
    "|路线|路由|决定|决策|选择|结论"
)
_SCORE_TAG = re.compile(rf"(?:{_SCORE_TAGS})(?:\s{{0,3}}\([^()]{{0,40}}\))?", re.IGNORECASE)
_ROUTE_TAG = re.compile(rf"(?:{_ROUTE_TAGS})[*_`\"' ]{{0,6}}(?::|=|->|→)", re.IGNORECASE)
_LINK = re.compile(r"[\s*_`\"'|:=–—]{0,20}(?:(?:is|of|ist|beträgt|lautet|为|是)[\s*_`\"':=]{1,6})?")
_NUMBER = re.compile(r"[+-]?(?:\d{1,6}(?:[.,]\d{1,6})?|[.,]\d{1,6})(?![\d])")
_SCALE = re.compile(
    r"[\s*_`\"']{0,6}"
    r"(?:(?P<percent>%)|(?:/|out of|of|von|aus|分?满分)[\s*_`]{0,6}(?P<of>\d{1,3})(?![\d.,]\d))?"
    r"\s{0,3}(?:points?|pts|punkten?|punkte|分)?",
    re.IGNORECASE,
)
_AFTER = re.compile(r"[\s*_`\"'|,;。，；!！)\]}]{0,20}(?:$|[(\[]|(?:- |[–—])(?!\s?\d)|\.(?!\d))")
_SCALES = (5.0, 10.0, 20.0, 100.0)

SCORE_KEYS = frozenset(
    ("score", "overall_score", "critic_score", "rating", "punktzahl", "bewertung", "评分", "得分", "分数")
)
FEEDBACK_KEYS = ("feedback", "comment", "comments", "reason", "begründung", "kritik", "反馈", "理由")
ROUTE_KEYS = frozenset(("route", "label", "decision", "verdict", "entscheidung", "路线", "决定"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A critic's answer: `score` 0–10 or None when there is no clear one.

    `rule` says how it was read (`json`, `tagged`, `number`) or why not (`empty`, `missing`,
    `ambiguous`, `out_of_range`); `feedback` is the text without the score; `raw` all of it.
    """

    score: float | None
    feedback: str
    rule: str
    raw: str


@dataclass(frozen=True, slots=True)
class LabelReading:
    """A decider's answer: one of the labels, as spelled in the blueprint, or None.

    `rule` is `json`, `tagged`, `line` or, with None, `empty`, `missing`, `ambiguous`.
    """

    label: str | None
    reason: str
    rule: str
    raw: str


def read_verdict(content: Any) -> Verdict:
    """Read a critic's answer (CS-4, CS-6).

    A last line `SCORE: x` counts before anything else; otherwise all scores must agree.
    """
    raw = plain_text(content)
    if not raw.strip():
        return Verdict(None, "", "empty", raw)
    spans = objects(raw)
    prose = Prose.around(raw, spans)
    tagged = dict(_tagged_scores(prose.lines, prose.filled))
    if prose.ending in tagged:
        return _judged(tagged[prose.ending], prose.without([prose.ending]), "tagged", raw)
    written = {score: span.value for span in spans if (score := _score_in(span.value)) is not None}
    scores = {*written, *tagged.values()}
    if len(scores) > 1:
        return Verdict(None, raw.strip(), "ambiguous", raw)
    if written:
        score, value = next(iter(written.items()))
        return _judged(score, _json_feedback(value) or prose.text or raw.strip(), "json", raw)
    if scores:
        return _judged(scores.pop(), prose.without(list(tagged)), "tagged", raw)
    number = None if prose.ending is None else _whole_number(prose.lines[prose.ending])
    if number is not None and prose.ending is not None:
        return _judged(number, prose.without([prose.ending]), "number", raw)
    return Verdict(None, raw.strip(), "missing", raw)


def read_label(content: Any, labels: Sequence[str]) -> LabelReading:
    """Read which of `labels` a decider names (decision 12).

    A last line that is a label or `ROUTE: label` counts before anything else; otherwise all
    labels named must agree.
    """
    raw = plain_text(content)
    if not raw.strip():
        return LabelReading(None, "", "empty", raw)
    known = {fold(label): label for label in reversed(labels)}
    spans = objects(raw)
    prose = Prose.around(raw, spans)
    tagged = {i: label for i in prose.filled if (label := _tagged_label(prose.lines[i], known))}
    if prose.ending in tagged:
        return LabelReading(tagged[prose.ending], prose.without([prose.ending]), "tagged", raw)
    exact = None if prose.ending is None else _as_label(prose.lines[prose.ending], known)
    if exact is not None and prose.ending is not None:
        return LabelReading(exact, prose.without([prose.ending]), "line", raw)
    written = {label: span.value for span in spans if (label := _label_field(span.value, known))}
    named = {*written, *tagged.values()}
    if len(named) != 1:
        return LabelReading(None, raw.strip(), "ambiguous" if named else "missing", raw)
    if written:
        label, value = next(iter(written.items()))
        return LabelReading(label, _json_feedback(value) or prose.text or raw.strip(), "json", raw)
    return LabelReading(named.pop(), prose.without(list(tagged)), "tagged", raw)


def _judged(score: float, feedback: str, rule: str, raw: str) -> Verdict:
    if not 0 <= score <= 10:
        return Verdict(None, raw.strip(), "out_of_range", raw)
    return Verdict(round(score, 4), feedback, rule, raw)


def _tagged_scores(lines: Sequence[str], filled: Sequence[int]) -> Iterator[tuple[int, float]]:
    """Yield the line and the score of every line `Score: 8`, or heading `Score` with a number below."""
    following = dict(pairwise(filled))
    for index in filled:
        line = lines[index].strip(DECORATION)
        tag = _SCORE_TAG.match(line)
        if tag is None:
            continue
        rest = line[tag.end() :]
        if not rest.strip(DECORATION + ":="):
            below = following.get(index)
            number = None if below is None else _whole_number(lines[below])
            if below is not None and number is not None:
                yield below, number
            continue
        link = _LINK.match(rest)
        start = link.end() if link else 0
        if start and (number := _number_at(rest, start)) is not None:
            yield index, number


def _whole_number(line: str) -> float | None:
    """Return the number that a line consists of: `8`, `**8,5 / 10**`, `85 %`."""
    return _number_at(line.strip(" \t\r\u3000*_`#>|\"'"), 0)


def _number_at(text: str, start: int) -> float | None:
    """Read a score with its scale at `start`; None when words follow or it is a range."""
    number = _NUMBER.match(text, start)
    if number is None:
        return None
    value = _decimal(number.group())
    scale = _SCALE.match(text, number.end())
    end = scale.end() if scale else number.end()
    if value is None or _AFTER.match(text, end) is None:
        return None
    if scale is None or not (scale["percent"] or scale["of"]):
        return value
    whole = 100.0 if scale["percent"] else float(scale["of"])
    return value * 10 / whole if whole in _SCALES else None


def _decimal(text: str) -> float | None:
    """Return the number with a decimal point or comma; `1,000` is no clear number."""
    if re.fullmatch(r"[+-]?\d+,\d{3}", text):
        return None
    return float(text.replace(",", "."))


def _tagged_label(line: str, known: Mapping[str, str]) -> str | None:
    text = line.lstrip(DECORATION)
    tag = _ROUTE_TAG.match(text)
    return _as_label(text[tag.end() :], known) if tag else None


def _as_label(text: str, known: Mapping[str, str]) -> str | None:
    """Return the label that the text is, with or without decoration around it."""
    for form in (text, text.strip(DECORATION), text.strip(DECORATION + ".。!！,;:")):
        label = known.get(fold(form))
        if label is not None:
            return label
    return None


def _score_in(value: Mapping[str, Any]) -> float | None:
    """Return the object's score, else the one of an object directly in it (`{"verdict": {"score": 8}}`)."""
    own = _score_field(value)
    if own is not None:
        return own
    inner = [cast("dict[str, Any]", part) for part in islice(value.values(), 50) if isinstance(part, dict)]
    scores = {score for part in inner if (score := _score_field(part)) is not None}
    return scores.pop() if len(scores) == 1 else None


def _score_field(found: Mapping[str, Any]) -> float | None:
    """Return what the object's score fields say; None when they contradict each other."""
    told = {_as_score(value) for key, value in found.items() if key.strip().casefold() in SCORE_KEYS}
    scores = told - {None}
    return scores.pop() if len(scores) == 1 else None


def _as_score(value: Any) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value) if abs(value) < 1e9 else -1.0
    return _whole_number(unicodedata.normalize("NFKC", value[:100])) if isinstance(value, str) else None


def _label_field(found: Mapping[str, Any], known: Mapping[str, str]) -> str | None:
    for key, value in found.items():
        if key.strip().casefold() in ROUTE_KEYS and isinstance(value, str):
            label = _as_label(value, known)
            if label is not None:
                return label
    return None


def _json_feedback(found: Mapping[str, Any]) -> str:
    """Return the text field of a verdict or route, "" when it has none."""
    folded = {key.strip().casefold(): value for key, value in found.items()}
    for key in FEEDBACK_KEYS:
        value = folded.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, list):
            parts = [part for part in cast("list[Any]", value) if isinstance(part, str)]
            if parts:
                return "\n".join(f"- {part}" for part in parts)
    return ""
