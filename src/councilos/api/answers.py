"""Turn stored records into answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace

from councilos.api.errors import sendable
from councilos.api.shapes.councils import Council, SavedAgent
from councilos.api.shapes.documents import Document
from councilos.api.shapes.problems import ProblemItem
from councilos.api.shapes.runs import DraftVersion, Run, RunDetail, RunSummary, Step
from councilos.api.shapes.steering import PausedState
from councilos.errors import Problem
from councilos.runs import model
from councilos.runs.view import run_view


def run(stored: model.Run, pause: model.Pause | None) -> Run:
    """Return a run with its result and what it waits for (RN-4)."""
    return Run.model_validate(run_view(stored, pause))


def summary(stored: model.Run) -> RunSummary:
    """Return a run as the history shows it (RN-5)."""
    return RunSummary.model_validate({**run_view(stored, None), "paused": stored.status == "paused"})


def detail(
    stored: model.Run, pause: model.Pause | None, steps: list[model.Step], drafts: list[model.DraftVersion]
) -> RunDetail:
    """Return a run with everything that happened in it."""
    return RunDetail(
        **run(stored, pause).model_dump(),
        steps=[step(item) for item in steps],
        drafts=[draft(item) for item in drafts],
        blueprint=stored.blueprint,
    )


def step(stored: model.Step) -> Step:
    """Return one execution of a node."""
    return Step(step_id=stored.id, **asdict(stored))


def draft(stored: model.DraftVersion) -> DraftVersion:
    """Return one version of the document."""
    return DraftVersion(draft_id=stored.id, **asdict(stored))


def paused_state(stored: model.Run, pause: model.Pause) -> PausedState:
    """Return what a person needs to decide (GM-5)."""
    view = run_view(stored, pause)
    return PausedState.model_validate({**view, "current_state": pause.state})


def council(stored: model.StoredBlueprint) -> Council:
    """Return a saved council."""
    return Council.model_validate(stored, from_attributes=True)


def agent(stored: model.StoredAgent) -> SavedAgent:
    """Return a saved agent."""
    return SavedAgent.model_validate(stored, from_attributes=True)


def problem_items(problems: Iterable[Problem], prefix: str) -> list[ProblemItem]:
    """Return problems with paths that lead into the request's body; `prefix` is where their input stood."""
    return [
        ProblemItem.model_validate(sendable(replace(problem, path=prefix + problem.path)))
        for problem in problems
    ]


def document(stored: model.StoredDocument) -> Document:
    """Return a document as the library shows it."""
    return Document.model_validate(asdict(stored))
