"""`python -m benchmarks NAME …` runs benchmarks and prints one JSON document."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from pathlib import Path

NAMES = ("speed", "live", "load", "memory", "workers", "documents", "canvas")

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    wanted = sys.argv[1:] or NAMES
    found = {name: asyncio.run(importlib.import_module(f"benchmarks.{name}").measure()) for name in wanted}
    print(json.dumps(found, indent=2))
