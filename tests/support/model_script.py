"""What the fake model answers: rules by role, a queue, a function, a default sentence."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Self

from support.model_wire import Call, Json, Reply

Answer = Reply | str | Json
Predicate = Callable[[Call], bool]


@dataclass
class _Rule:
    matches: Predicate
    answers: deque[Reply]
    repeat: bool

    def next(self) -> Reply:
        return self.answers[0] if self.repeat and len(self.answers) == 1 else self.answers.popleft()


@dataclass
class Script:
    """Answers and the log of calls; all methods may be called from any thread.

    `latency_ms` is the time to the first byte of replies that name none.
    """

    latency_ms: float = 0.0
    calls: list[Call] = field(default_factory=list[Call])
    most_open_calls: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._rules: list[_Rule] = []
        self._queue: deque[Reply] = deque()
        self._function: Callable[[Call], Answer] | None = None

    def script(self, answers: Iterable[Answer]) -> Self:
        """Queue answers; each is given once, in order, to calls that no rule takes."""
        with self._lock:
            self._queue.extend(Reply.of(answer) for answer in answers)
        return self

    def on(self, matches: Predicate, answers: Iterable[Answer], *, repeat: bool = True) -> Self:
        """Answer matching calls from their own queue; the last answer repeats unless told otherwise."""
        rule = _Rule(matches, deque(Reply.of(answer) for answer in answers), repeat)
        with self._lock:
            self._rules.append(rule)
        return self

    def answer(self, function: Callable[[Call], Answer]) -> Self:
        """Answer everything that no rule and no script takes by calling this function."""
        self._function = function
        return self

    def reset(self) -> None:
        """Forget rules, script, function and calls."""
        with self._lock:
            self._rules.clear()
            self._queue.clear()
            self.calls.clear()
            self._function = None
            self.most_open_calls = 0

    def load(self, script: Json) -> None:
        """Take a script as JSON.

        `{"latency_ms": 0, "rules": [{"in": "system" | "text" | "user", "match": "critic",
        "answers": [...], "repeat": true}], "script": [...], "default": answer}`; an answer is a
        string or the fields of `Reply`.
        """
        self.reset()
        self.latency_ms = float(script.get("latency_ms", self.latency_ms))
        for rule in script.get("rules", ()):
            self.on(_contains(rule.get("in", "system"), rule["match"]), rule["answers"],
                    repeat=rule.get("repeat", True))  # fmt: skip
        self.script(script.get("script", ()))
        if "default" in script:
            default = Reply.of(script["default"])
            self.answer(lambda _call: default)

    def next(self, call: Call) -> Reply:
        """Look up the answer to a call."""
        with self._lock:
            for rule in self._rules:
                if rule.answers and rule.matches(call):
                    return rule.next()
            if self._queue:
                return self._queue.popleft()
            function = self._function
        if function is not None:
            return Reply.of(function(call))
        return Reply(text=f"This is the fake answer number {call.number}.")


def _contains(where: str, needle: str) -> Predicate:
    return lambda call: needle in getattr(call, where)
