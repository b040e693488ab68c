"""The rows behind the ports `Runs`, `Blueprints`, `Agents` and `Documents`, split by what they are about."""

from councilos.storage.repositories.documents import DocumentRows
from councilos.storage.repositories.executions import ExecutionRows
from councilos.storage.repositories.history import HistoryRows
from councilos.storage.repositories.runs import RunRows
from councilos.storage.repositories.saved import AgentRows, BlueprintRows
from councilos.storage.repositories.waiting import WaitingRows


class PostgresRuns(ExecutionRows, HistoryRows):
    """Everything about runs on one connection: the port `Runs`."""


__all__ = ["AgentRows", "BlueprintRows", "DocumentRows", "PostgresRuns", "RunRows", "WaitingRows"]
