"""Which texts reach an agent: the draft it works on, and what the branches before it wrote.

The source is `drafts` and `routes`; `current_draft` is only the newest text of all, which after a
fan-out may belong to another branch.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from councilos.council.plan import CouncilPlan, NodePlan
from councilos.council.state import Draft, Route
from councilos.council.view import State, drafts_of, note_for, routes_of, text_of


@dataclass(frozen=True, slots=True)
class Work:
    """What an agent works from.

    `drafts` are the texts to work on: one for a plain step, one per branch at a join, each
    author once (BP-6). `material` are texts of forward branches while a loop brings the node's
    own draft back.
    """

    drafts: tuple[Draft, ...]
    material: tuple[Draft, ...] = ()


def work_for(plan: CouncilPlan, node_id: str, state: State) -> Work:
    """Return what reaches `node_id` in this state."""
    node = plan.nodes[node_id]
    drafts = drafts_of(state)
    own = drafts.get(node_id)
    back = _sent_by_person(plan, node, state) or _reaching(plan, node, node.back_sources, state)
    forward = _reaching(plan, node, node.predecessors, state)
    again = note_for(state, node_id) or _sent(routes_of(state), node_id, node_id)
    if again and own is not None:
        current, material = [own], forward + back
    elif back:
        current, material = back, forward
    else:
        current, material = forward or _newest(drafts, state), []
    loose = _loose(drafts, state)
    if loose is not None:
        current, material = _with_loose(node, current, material, loose)
    nodes = {draft["node"] for draft in current}
    return Work(tuple(current), tuple(draft for draft in material if draft["node"] not in nodes))


def _newest(drafts: Mapping[str, Draft], state: State) -> list[Draft]:
    """Return the draft that is the current one, for a node that no branch leads to (GM-10)."""
    return [draft for draft in drafts.values() if draft["text"] == text_of(state, "current_draft")][-1:]


def _sent_by_person(plan: CouncilPlan, node: NodePlan, state: State) -> list[Draft]:
    """Return the drafts of nodes that no edge connects with this one, if they are what is worked on (GM-10).

    A route once changed by a person stays recorded; it counts while its text is the current draft.
    """
    guests = [name for name in _guests(node, _senders(state)) if name != node.id]
    newest = {draft["node"] for draft in _newest(drafts_of(state), state)}
    found = _reaching(plan, node, guests, state)
    return found if any(draft["node"] in newest for draft in found) else []


def _with_loose(
    node: NodePlan, current: list[Draft], material: list[Draft], loose: Draft
) -> tuple[list[Draft], list[Draft]]:
    """Put a text that no agent wrote in the place of the draft; a join keeps its branches."""
    if node.joins and len(current) > 1:
        return [loose, *current], material
    return [loose], material


def _loose(drafts: Mapping[str, Draft], state: State) -> Draft | None:
    """Return `current_draft` when no agent's draft holds it: somebody from outside put it there."""
    text = text_of(state, "current_draft")
    if not text.strip() or any(draft["text"] == text for draft in drafts.values()):
        return None
    return Draft(node="", author="", text=text, by="person")


def _reaching(plan: CouncilPlan, node: NodePlan, sources: Sequence[str], state: State) -> list[Draft]:
    """Return the nearest drafts behind these sources, each author once, in the order of the sources.

    Walks back through nodes that wrote none, along the ways that were really taken.
    """
    drafts, senders = drafts_of(state), _senders(state)
    found: list[Draft] = []
    seen: set[str] = set()
    for source in sources:
        waiting = deque([source] if source in senders[node.id] else [])
        while waiting:
            here = waiting.popleft()
            if here in seen:
                continue
            seen.add(here)
            if here in drafts:
                found.append(drafts[here])
                continue
            usual = (*plan.nodes[here].predecessors, *plan.nodes[here].back_sources)
            before = (name for name in usual if name in senders[here])
            waiting.extend((*before, *_guests(plan.nodes[here], senders)))
    return found


def _senders(state: State) -> defaultdict[str, list[str]]:
    """Return which nodes last sent the run to each node."""
    senders: defaultdict[str, list[str]] = defaultdict(list)
    for name, route in routes_of(state).items():
        for target in route["targets"]:
            senders[target].append(name)
    return senders


def _guests(node: NodePlan, senders: defaultdict[str, list[str]]) -> list[str]:
    """Return the nodes that a person sent here although no edge leads from them to it (GM-10)."""
    usual = {*node.predecessors, *node.back_sources}
    return [name for name in senders[node.id] if name not in usual]


def _sent(routes: Mapping[str, Route], source: str, target: str) -> bool:
    route = routes.get(source)
    return route is not None and target in route["targets"]


def final_draft(plan: CouncilPlan, state: State) -> str:
    """Return the result of a run: the newest draft, else the last thing an agent said, else ""."""
    text = text_of(state, "current_draft")
    if text.strip():
        return text
    drafts = drafts_of(state)
    routes = routes_of(state)
    order = sorted(plan.nodes.values(), key=lambda node: node.index, reverse=True)
    written = (drafts[node.id]["text"] for node in order if node.id in drafts)
    said = (routes[node.id]["raw"] for node in order if node.id in routes)
    last = routes.get(text_of(state, "active_node"))
    candidates = [*written, last["raw"] if last else "", *said]
    return next((candidate for candidate in candidates if candidate.strip()), "")


def edit_draft(plan: CouncilPlan, state: State, text: str) -> dict[str, Any]:
    """Return the update with which a person's text replaces the current draft (GM-4).

    The draft it replaces is the one that holds the current text, else that of the node that was
    active last; its author stays, `by` becomes "person".
    """
    drafts = drafts_of(state)
    holders = [node for node, draft in drafts.items() if draft["text"] == state.get("current_draft")]
    active = text_of(state, "active_node")
    holder = active if active in holders or not holders else holders[-1]
    update: dict[str, Any] = {"current_draft": text}
    if holder in plan.nodes and (holders or plan.nodes[holder].writes):
        author = plan.nodes[holder].node.title
        update["drafts"] = {holder: Draft(node=holder, author=author, text=text, by="person")}
    return update
