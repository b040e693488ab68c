"""What can run but is probably not meant so: the warnings of BP-11."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from councilos.blueprint.model import AgentNode, Blueprint, Edge
from councilos.blueprint.problems import problem
from councilos.blueprint.topology import Topology, analyse
from councilos.errors import Problem

KnowsModel = Callable[[str], bool]
_VERDICTS = frozenset(("rework", "approve"))

_Indexed = tuple[int, Edge]


def doubts(blueprint: Blueprint, knows_model: KnowsModel | None = None) -> list[Problem]:
    """Return every warning for a blueprint without errors.

    `knows_model` says whether a model name can be resolved; without it names are not judged.
    """
    topology = analyse(blueprint)
    out: dict[str, list[_Indexed]] = defaultdict(list)
    for index, edge in enumerate(blueprint.edges):
        out[edge.source].append((index, edge))
    found: list[Problem] = list(_council(blueprint))
    for index, node in enumerate(blueprint.nodes):
        found += _node(index, node, knows_model)
        found += _decisions(index, node, out[node.id])
    found += _names(blueprint)
    found += _unused(blueprint, topology)
    found += _loops(blueprint, topology, out)
    found += _edges(blueprint, topology)
    return found


def _fold(edge: Edge) -> str:
    return (edge.condition or "").strip().casefold()


def _council(blueprint: Blueprint) -> Iterator[Problem]:
    if not blueprint.name.strip():
        yield problem(
            "unnamed",
            ("name",),
            "The council has no name; in lists and in the history it cannot be told from others.",
            "Give it a name that says what it does.",
        )


def _node(index: int, node: AgentNode, knows_model: KnowsModel | None) -> Iterator[Problem]:
    if not node.system_prompt.strip():
        yield problem(
            "empty_prompt",
            ("nodes", index, "system_prompt"),
            f"“{node.title}” has no instructions.",
            "Describe in a few sentences what this agent should do.",
        )
    if knows_model is not None and node.model != "default" and not knows_model(node.model):
        yield problem(
            "unknown_model",
            ("nodes", index, "model"),
            f"The model “{node.model}” of “{node.title}” is not known here.",
            "Choose a model from the list, or “default”.",
        )


def _decisions(index: int, node: AgentNode, out: Sequence[_Indexed]) -> Iterator[Problem]:
    """Yield what is doubtful about the labels that leave a node."""
    choices = [(place, edge) for place, edge in out if edge.type == "conditional"]
    labels = {_fold(edge) for _, edge in choices}
    critic = bool(labels & _VERDICTS)
    if node.threshold is not None and not critic:
        yield problem(
            "threshold_ignored",
            ("nodes", index, "threshold"),
            f"“{node.title}” gives no score, so its threshold has no effect.",
            "Remove it, or draw an arrow with the label “rework” or “approve”.",
        )
    if not choices:
        return
    yield from _spelling(node, choices)
    yield from _defaults(index, node, choices, critic=critic)
    if critic:
        yield from _verdicts(index, node, choices, labels)
    linear = [(place, edge) for place, edge in out if edge.type == "linear"]
    if linear:
        yield problem(
            "linear_and_conditional",
            ("edges", linear[0][0]),
            f"“{node.title}” has an ordinary arrow beside labelled ones: it is always taken as well.",
            "Give it a label, if it should be taken only sometimes.",
        )


def _spelling(node: AgentNode, choices: Sequence[_Indexed]) -> Iterator[Problem]:
    first: dict[str, Edge] = {}
    for place, edge in choices:
        other = first.setdefault(_fold(edge), edge)
        if other is edge:
            continue
        if edge.condition != other.condition:
            yield problem(
                "similar_labels",
                ("edges", place, "condition"),
                f"The labels “{other.condition}” and “{edge.condition}” at “{node.title}” count as the same.",
                "Use clearly different labels, or spell them alike.",
            )
        elif edge.target != other.target:
            yield problem(
                "duplicate_label",
                ("edges", place, "condition"),
                f"Two arrows from “{node.title}” have the label “{edge.condition}”: both are taken.",
                "Change one of the labels, if only one should be taken.",
            )


def _defaults(index: int, node: AgentNode, choices: Sequence[_Indexed], *, critic: bool) -> Iterator[Problem]:
    marked = [(place, edge) for place, edge in choices if edge.default]
    if critic:
        for place, _ in marked:
            yield problem(
                "default_ignored",
                ("edges", place, "default"),
                f"“{node.title}” decides by its score, so a default arrow has no effect.",
                "Remove the mark.",
            )
        return
    if not marked:
        yield problem(
            "no_default",
            ("nodes", index),
            f"“{node.title}” decides among labels, but none of its arrows is the default.",
            "Mark the arrow that is taken when the answer names no label.",
        )
    if len({_fold(edge) for _, edge in marked}) > 1:
        yield problem(
            "several_defaults",
            ("edges", marked[1][0], "default"),
            f"Several arrows from “{node.title}” are marked as the default; the first one counts.",
            "Leave one of them marked.",
        )


def _verdicts(
    index: int, node: AgentNode, choices: Sequence[_Indexed], labels: set[str]
) -> Iterator[Problem]:
    if "approve" not in labels:
        yield problem(
            "no_approve",
            ("nodes", index),
            f"“{node.title}” has no arrow “approve”: when it approves, the council ends there.",
            "Draw an arrow “approve” to the next agent, if there should be one.",
        )
    if "rework" not in labels:
        yield problem(
            "no_rework",
            ("nodes", index),
            f"“{node.title}” has no arrow “rework”: when it disapproves, the council ends there.",
            "Draw an arrow “rework” back to the agent that writes.",
        )
    for place, edge in choices:
        if _fold(edge) not in _VERDICTS:
            yield problem(
                "label_never_chosen",
                ("edges", place, "condition"),
                f"“{node.title}” decides between “rework” and “approve” by its score; "
                f"“{edge.condition}” is never chosen.",
                "Let another agent make this decision.",
            )


def _names(blueprint: Blueprint) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, node in enumerate(blueprint.nodes):
        name = node.title.strip().casefold()
        if name in seen:
            yield problem(
                "duplicate_name",
                ("nodes", index, "name"),
                f"Two agents are called “{node.title}”; they cannot be told apart.",
                "Give one of them another name.",
            )
        seen.add(name)


def _unused(blueprint: Blueprint, topology: Topology) -> Iterator[Problem]:
    targets = {edge.target for edge in blueprint.edges}
    for index, node in enumerate(blueprint.nodes):
        if node.id in topology.reachable:
            continue
        if node.id not in targets:
            yield problem(
                "never_runs",
                ("nodes", index),
                f"“{node.title}” never runs: the council starts at another agent and no arrow leads here.",
                "Draw an arrow to it, or mark it as a further start.",
            )
        else:
            yield problem(
                "unreachable",
                ("nodes", index),
                f"“{node.title}” is never reached from the start.",
                "Draw an arrow to it from an agent that runs.",
            )


def _loops(blueprint: Blueprint, topology: Topology, out: dict[str, list[_Indexed]]) -> Iterator[Problem]:
    index = {node.id: place for place, node in enumerate(blueprint.nodes)}
    for loop in topology.loops:
        inside = set(loop)
        if any(_leaves(edge, inside) for node in loop for _, edge in out[node]):
            continue
        title = blueprint.nodes[index[loop[0]]].title
        yield problem(
            "loop_without_exit",
            ("nodes", index[loop[0]]),
            f"The loop at “{title}” has no way out: it ends only when its limit is reached.",
            "Draw an arrow that leaves the loop.",
        )


def _leaves(edge: Edge, inside: set[str]) -> bool:
    """Say whether the loop can end at this edge: it leads out, or belongs to a critic, who may approve."""
    return edge.target not in inside or (edge.type == "conditional" and _fold(edge) in _VERDICTS)


def _edges(blueprint: Blueprint, topology: Topology) -> Iterator[Problem]:
    seen: set[tuple[str, str, str, str]] = set()
    for index, edge in enumerate(blueprint.edges):
        if edge.type == "linear":
            yield from _plain(index, edge)
        if edge.max_iterations is not None and edge.id not in topology.back_edges:
            yield problem(
                "limit_ignored",
                ("edges", index, "max_iterations"),
                f"The arrow “{edge.id}” closes no loop, so its loop limit has no effect.",
                "Remove the limit.",
            )
        key = (edge.source, edge.target, edge.type, _fold(edge))
        if key in seen:
            yield problem(
                "duplicate_edge",
                ("edges", index),
                f"The arrow “{edge.id}” is drawn twice.",
                "Delete one of the two.",
            )
        seen.add(key)


def _plain(index: int, edge: Edge) -> Iterator[Problem]:
    """Yield what an ordinary arrow says in vain."""
    if edge.condition:
        yield problem(
            "condition_ignored",
            ("edges", index, "condition"),
            f"The arrow “{edge.id}” has the label “{edge.condition}”, but is always taken.",
            "Make it a conditional arrow, or remove the label.",
        )
    if edge.default:
        yield problem(
            "default_ignored",
            ("edges", index, "default"),
            f"The arrow “{edge.id}” is always taken, so being the default has no effect.",
            "Remove the mark.",
        )
