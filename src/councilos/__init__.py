"""CouncilOS: councils of AI agents that you draw, run and steer.

From Python: `Council`, `Result` and `Engine` (docs/howto/python.md). They are loaded when they are
first asked for, so that `import councilos` stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from councilos.library import Council, Engine, Result

__all__ = ["Council", "Engine", "Result", "__version__"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in ("Council", "Engine", "Result"):
        from councilos import library

        return getattr(library, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
