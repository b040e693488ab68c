"""What the exit code of every command means; scripts rely on it."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """0 done, 1 failed or rejected, 2 wrong input, 3 something must be set up, 130 cancelled."""

    OK = 0
    FAILED = 1
    USAGE = 2
    SETUP = 3
    CANCELLED = 130
