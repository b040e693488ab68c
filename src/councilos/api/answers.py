"""Turn stored records into answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace

from councilos.api import shapes
from councilos.api.errors import sendable
from councilos.errors import Problem
from councilos.runs import model
from councilos.runs.view import run_view


def run(stored: model.Run, pause: model.Pause | None) -> shapes.Run:
    """Return a run with its result and what it waits for (RN-4)."""
    return shapes.Run.model_validate(run_view(stored, pause))


def summary(stored: model.Run) -> shapes.RunSummary:
    """Return a run as the history shows it (RN-5)."""
    return shapes.RunSummary.model_validate({**run_view(stored, None), "paused": stored.status == "paused"})


def detail(
    stored: model.Run, pause: model.Pause | None, steps: list[model.Step], drafts: list[model.DraftVersion]
) -> shapes.RunDetail:
    """Return a run with everything that happened in it."""
    return shapes.RunDetail(
        **run(stored, pause).model_dump(),
        steps=[step(item) for item in steps],
        drafts=[draft(item) for item in drafts],
        blueprint=stored.blueprint,
    )


def step(stored: model.Step) -> shapes.Step:
    """Return one execution of a node."""
    return shapes.Step(step_id=stored.id, **asdict(stored))


def draft(stored: model.DraftVersion) -> shapes.DraftVersion:
    """Return one version of the document."""
    return shapes.DraftVersion(draft_id=stored.id, **asdict(stored))


def paused_state(stored: model.Run, pause: model.Pause) -> shapes.PausedState:
    """Return what a person needs to decide (GM-5)."""
    view = run_view(stored, pause)
    return shapes.PausedState.model_validate({**view, "current_state": pause.state})


def problem_items(problems: Iterable[Problem], prefix: str) -> list[shapes.ProblemItem]:
    """Return problems with paths that lead into the request's body; `prefix` is where their input stood."""
    return [
        shapes.ProblemItem.model_validate(sendable(replace(problem, path=prefix + problem.path)))
        for problem in problems
    ]


def document(stored: model.StoredDocument) -> shapes.Document:
    """Return a document as the library shows it."""
    return shapes.Document.model_validate(asdict(stored))
