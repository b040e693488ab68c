"""What each agent is told. Texts of people and models are joined, never formatted into patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from councilos.council.phrases import Phrases, language_line, phrases
from councilos.council.plan import CouncilPlan, NodePlan
from councilos.council.routing import open_labels
from councilos.council.state import Draft
from councilos.council.view import State, feedback_of, loops_of, note_for, text_of
from councilos.council.work import Work, work_for

Schema = dict[str, Any]


class Message(TypedDict):
    """One message of a model request."""

    role: Literal["system", "user"]
    content: str


def build(plan: CouncilPlan, node_id: str, state: State, *, structured: bool = False) -> list[Message]:
    """Return the request for a node's step: its own prompt with our task, then topic, drafts, feedback.

    `structured` asks critics and deciders for the JSON that `schema_for` describes instead of
    prose with a last line.
    """
    node = plan.nodes[node_id]
    words = phrases(plan.language)
    work = work_for(plan, node_id, state)
    task = _task(node, words, work, state, structured=structured)
    system = [node.node.system_prompt, task, language_line(plan.language)]
    return [
        Message(role="system", content="\n\n".join(part for part in system if part.strip())),
        Message(role="user", content="\n\n".join(_parts(node, words, work, state))),
    ]


def repair(plan: CouncilPlan, node_id: str, state: State, answer: str) -> list[Message]:
    """Return the request that asks only for the missing score or label (CS-6)."""
    node = plan.nodes[node_id]
    words = phrases(plan.language)
    asked = words.repair_score if node.kind == "critic" else words.repair_route
    if node.kind == "decider":
        asked += _label_list(words, open_labels(node, loops_of(state)))
    shown = answer if len(answer) <= 20_000 else answer[:10_000] + "\n…\n" + answer[-10_000:]
    return [
        Message(role="system", content=asked),
        Message(role="user", content=_section(words.answer, shown) + "\n\n" + asked),
    ]


def schema_for(node: NodePlan, loops: Mapping[str, int], *, bare: bool = False) -> Schema | None:
    """Return the JSON schema of a critic's or decider's answer, None for writers.

    `bare` leaves out the text: what a repair call asks for.
    """
    if node.kind == "writer":
        return None
    if node.kind == "critic":
        text, field, value = "feedback", "score", {"type": "number", "minimum": 0, "maximum": 10}
    else:
        text, field, value = "reason", "route", {"type": "string", "enum": list(open_labels(node, loops))}
    properties: Schema = {field: value} if bare else {text: {"type": "string"}, field: value}
    return {
        "title": "Verdict" if node.kind == "critic" else "Route",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _task(node: NodePlan, words: Phrases, work: Work, state: State, *, structured: bool) -> str:
    if node.kind == "writer":
        return _writing(node, words, work, state)
    opening = words.judge if node.kind == "critic" else words.decide
    if node.writes:
        opening = words.judge_own if node.kind == "critic" else f"{words.write}\n{words.decide}"
    if node.kind == "critic":
        return f"{opening}\n\n{words.score_json if structured else words.score_line}"
    ending = words.route_json if structured else words.route_line
    return f"{opening}\n\n{ending}" + _label_list(words, open_labels(node, loops_of(state)))


def _writing(node: NodePlan, words: Phrases, work: Work, state: State) -> str:
    if not node.writes:
        return words.advise
    if len(work.drafts) > 1:
        return words.merge
    if work.drafts and feedback_of(state):
        return words.revise
    return words.write


def _parts(node: NodePlan, words: Phrases, work: Work, state: State) -> list[str]:
    parts = [_section(words.topic, text_of(state, "input_topic"))]
    parts += _drafts(words.material, words, work.material)
    if len(work.drafts) == 1 and not node.joins:
        parts.append(_section(_headed(words.draft, words, work.drafts[0]), work.drafts[0]["text"]))
    elif work.drafts:
        parts += _drafts(words.drafts if len(work.drafts) > 1 else words.draft, words, work.drafts)
    else:
        parts.append(words.no_draft)
    feedback = [f"{number}. {text}" for number, text in enumerate(feedback_of(state), 1)]
    if feedback:
        parts.append(_section(words.feedback, "\n\n".join(feedback)))
    note = note_for(state, node.id)
    if note:
        parts.append(_section(words.note, note))
    return parts


def _drafts(title: str, words: Phrases, drafts: Sequence[Draft]) -> list[str]:
    return [_section(_headed(title, words, draft), draft["text"]) for draft in drafts]


def _headed(title: str, words: Phrases, draft: Draft) -> str:
    return f"{title} ({words.by} {draft['author']})" if draft["author"] else title


def _section(title: str, text: str) -> str:
    return "## " + title + "\n" + text


def _label_list(words: Phrases, labels: Sequence[str]) -> str:
    return "\n\n" + words.labels + ":\n" + "\n".join("- " + label for label in labels)
