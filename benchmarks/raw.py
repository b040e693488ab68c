"""The same council in raw LangGraph, with and without PostgreSQL checkpoints: what speed is compared with."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypedDict
from uuid import uuid4

from langchain_openai import ChatOpenAI
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END, START, StateGraph
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool
from pydantic import SecretStr

from benchmarks.stage import CALLS, Stage


class _State(TypedDict):
    topic: str
    draft: str


def _graph(stage: Stage) -> Any:
    model = ChatOpenAI(
        model="gpt-4o",
        base_url=f"{stage.models}/v1",
        api_key=SecretStr("bench"),
        max_retries=0,
        stream_usage=True,
    )
    builder: StateGraph[_State, None, _State, _State] = StateGraph(_State)
    for number in range(CALLS):

        async def node(state: _State, number: int = number) -> dict[str, str]:
            text = ""
            prompt = [("system", f"agent:n{number}"), ("user", state["topic"] + state["draft"])]
            async for chunk in model.astream(prompt):
                text += str(chunk.content)
            return {"draft": text}

        builder.add_node(f"n{number}", node)
    builder.add_edge(START, "n0")
    for number in range(CALLS - 1):
        builder.add_edge(f"n{number}", f"n{number + 1}")
    builder.add_edge(f"n{CALLS - 1}", END)
    return builder


@asynccontextmanager
async def plain(stage: Stage) -> AsyncGenerator[Callable[[], Awaitable[object]]]:
    """Yield a run without checkpoints."""
    graph = _graph(stage).compile()
    yield lambda: graph.ainvoke({"topic": "Heat pumps", "draft": ""})


@asynccontextmanager
async def durable(stage: Stage) -> AsyncGenerator[Callable[[], Awaitable[object]]]:
    """Yield a run whose checkpoints are written before each next step."""
    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
        stage.database,
        kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
        min_size=2,
        max_size=24,
        open=False,
    )
    await pool.open()
    try:
        await AsyncPostgresSaver(pool).setup()
        graph = _graph(stage).compile()

        async def run() -> object:
            config = {"configurable": {"thread_id": str(uuid4())}}
            mine = graph.copy(update={"checkpointer": AsyncPostgresSaver(pool)})
            return await mine.ainvoke({"topic": "Heat pumps", "draft": ""}, config, durability="sync")

        yield run
    finally:
        await pool.close()
