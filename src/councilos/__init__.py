"""CouncilOS: councils of AI agents that you draw, run and steer.

From Python: `Council`, `Result` and `Engine` (docs/howto/python.md). They are loaded when they are
first asked for, so that `import councilos` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from councilos.library.council import Council
    from councilos.library.engine import Engine
    from councilos.library.result import Result

__all__ = ["Council", "Engine", "Result", "__version__"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in ("Council", "Engine", "Result"):
        return getattr(import_module(f"councilos.library.{name.lower()}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
