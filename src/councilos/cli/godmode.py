"""God Mode in the terminal: shows what waits and carries out what the person decides (GM-6, GM-10)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from councilos.cli.diff import word_diff
from councilos.cli.engine import Engine
from councilos.cli.picture import Picture
from councilos.cli.plain import clean, one_line, score
from councilos.cli.terminal import Terminal
from councilos.cli.texts import action_word, t
from councilos.cli.words import error_words
from councilos.errors import AlreadyDecided, SetupError, UserError, WrongState
from councilos.events.parts import Action, Proposal
from councilos.events.types import RunPaused
from councilos.runs.choices import Choice

KEYS: Final[dict[str, Action | str]] = {
    "a": "approve",
    "m": "modify",
    "r": "reject",
    "t": "route",
    "d": "redo",
    "p": "autopilot",
    "s": "stop",
}
"""The key of every action, the same in every language; whole words work too."""
_STYLES: Final = {"same": "", "added": "green underline", "removed": "red strike"}


@dataclass(slots=True)
class _Question:
    """One proposal that the person decides; `kept` is the file with their edited draft."""

    picture: Picture
    run_id: str
    pause: RunPaused
    proposal: Proposal
    kept: Path | None = None


class GodMode:
    """Asks about one pause after the other."""

    def __init__(self, engine: Engine, terminal: Terminal, console: Console) -> None:
        """Take where decisions go, who is asked, and where the question is shown."""
        self._engine = engine
        self._terminal = terminal
        self._console = console
        self.mine: set[str] = set()
        self.idle = asyncio.Event()
        """Unset while the editor is open or a decision is under way: then no question may be taken back."""
        self.idle.set()

    async def ask(self, picture: Picture, run_id: str, pause: RunPaused) -> None:
        """Ask about every proposal of the pause until each is decided, here or elsewhere."""
        self._terminal.forget_typed()
        self.mine = set()
        await self._show_draft(picture, pause)
        answer = None
        for proposal in pause.proposals or [_bare(picture, pause)]:
            question = _Question(picture, run_id, pause, proposal)
            self._show_proposal(question)
            answer = await self._decide(question, repeat=answer == "autopilot")
            if answer is None:
                return

    async def _decide(self, question: _Question, *, repeat: bool) -> str | None:
        """Ask until the proposal is decided; None when nothing is left to ask in this pause."""
        while True:
            action = "autopilot" if repeat else await self._action()
            if action == "stop":
                await self._stop(question.run_id)
                return None
            try:
                choice = await self._choice(question, action)
                if choice is None:
                    continue
                return await self._submit(question, choice)
            except AlreadyDecided as lost:
                self.show_winner(lost.winner)
                return "lost" if await self._still_open(question) else None
            except UserError as error:
                self._say(error_words(error))
                if repeat or not await self._still_open(question):
                    return None
            finally:
                self._keep(question)
                self.idle.set()

    async def _submit(self, question: _Question, choice: Choice) -> str | None:
        self.idle.clear()
        self.mine.add(question.proposal.node)
        await self._engine.decide(question.run_id, question.pause.pause_id, choice)
        if question.kept is not None:
            question.kept.unlink(missing_ok=True)
            question.kept = None
        self._say(t("god.done", action=action_word(choice.action)))
        return None if choice.action == "reject" else choice.action

    async def _still_open(self, question: _Question) -> bool:
        return (await self._engine.run(question.run_id))["pause_id"] == question.pause.pause_id

    async def _choice(self, question: _Question, action: str) -> Choice | None:
        """Turn the person's word into a choice; None to ask again."""
        node = question.proposal.node
        match action:
            case "approve":
                return Choice("approve", node)
            case "autopilot":
                return Choice("autopilot", node)
            case "modify":
                return await self._modify(question)
            case "reject":
                return Choice("reject", node, reason=await self._prompt(t("god.reason")))
            case "redo":
                return Choice("redo", node, note=await self._prompt(t("god.note")))
            case "route":
                return await self._route(question)
            case _:
                self._say(t("god.help"))
                return None

    async def _modify(self, question: _Question) -> Choice | None:
        draft = question.pause.current_draft
        self.idle.clear()
        try:
            text, path = await self._terminal.edit(draft)
        except SetupError as error:
            self._say(error_words(error))
            return None
        if text == draft:
            await asyncio.to_thread(path.unlink, missing_ok=True)
            self._say(t("god.unchanged"))
            return Choice("approve", question.proposal.node)
        question.kept = path
        return Choice("modify", question.proposal.node, modified_state={"current_draft": text})

    async def _route(self, question: _Question) -> Choice | None:
        agents = list(question.picture.agents.values())
        for number, agent in enumerate(agents, 1):
            self._say(f"  {number}  {agent.name}" + ("" if agent.name == agent.node else f"  ({agent.node})"))
        answer = (await self._prompt(t("god.where"))).strip()
        by_number = {str(number): agent.node for number, agent in enumerate(agents, 1)}
        by_name = {name.casefold(): agent.node for agent in agents for name in (agent.name, agent.node)}
        target = by_number.get(answer) or by_name.get(answer.casefold())
        if target is None:
            self._say(t("god.no_node", answer=answer))
            return None
        return Choice("route", question.proposal.node, target=target)

    async def _stop(self, run_id: str) -> None:
        try:
            await self._engine.cancel(run_id)
        except WrongState as error:
            self._say(error_words(error))

    async def _action(self) -> str:
        answer = (await self._prompt(t("god.prompt"))).strip().casefold()
        return KEYS.get(answer, answer)

    async def _prompt(self, text: str) -> str:
        self._console.print(Text(text), end=" ")
        return await self._terminal.line()

    def show_winner(self, winner: dict[str, Any]) -> None:
        """Say what somebody else decided, when, and where from (RN-9)."""
        try:
            when = datetime.fromisoformat(str(winner.get("decided_at"))).astimezone().strftime("%H:%M")
        except ValueError:
            when = "–"
        action = action_word(str(winner.get("action")))
        self._say(t("god.already", action=action, when=when, by=winner.get("decided_by") or "–"))

    def _keep(self, question: _Question) -> None:
        if question.kept is not None:
            self._say(t("god.kept", path=question.kept))
            question.kept = None

    async def _show_draft(self, picture: Picture, pause: RunPaused) -> None:
        self._console.print(
            Rule(Text(t("god.headline", next=picture.names(pause.next_nodes))), style="yellow")
        )
        new = clean(pause.current_draft)
        older = [version.text for version in picture.versions if version.text != pause.current_draft]
        if not new:
            self._say(t("god.no_draft"))
        elif not older:
            self._say(t("god.draft"))
            self._console.print(Text(new))
        else:
            self._say(t("god.changes"))
            pieces = await asyncio.to_thread(word_diff, clean(older[-1]), new)
            self._console.print(Text.assemble(*((piece, _STYLES[kind]) for kind, piece in pieces)))

    def _show_proposal(self, question: _Question) -> None:
        picture, proposal = question.picture, question.proposal
        who = picture.names(proposal.proposers) or "–"
        self._say(t("god.proposal", who=who, next=proposal.name or picture.names([proposal.node])))
        for route in proposal.routes:
            if route.get("label"):
                value = route.get("score")
                rating = "" if value is None else t("god.score", score=score(value))
                self._say(t("god.route", label=route["label"], score=rating))
            if route.get("reason"):
                self._say("  " + one_line(str(route["reason"]), 500))

    def _say(self, text: str) -> None:
        self._console.print(Text(clean(text)))


def _bare(picture: Picture, pause: RunPaused) -> Proposal:
    """Return a proposal for a pause that tells none."""
    return Proposal(item_id="", node=pause.node, name=picture.names([pause.node]))
