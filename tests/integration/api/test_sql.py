"""Whatever people type, it is data and never a part of a statement (SO-4)."""

from __future__ import annotations

import httpx
import pytest

from support.api_runtime import AnyRuntime, PostgresRuntime
from support.blueprints import chain

HOSTILE = (
    "'; DROP TABLE council_runs; --",
    "' OR '1'='1",
    "1); DELETE FROM blueprints; --",
    "%s %(name)s :name $1 {0}",
    "\\'; SELECT pg_sleep(60); --",
)


@pytest.fixture
def runtime(postgres_runtime: PostgresRuntime) -> AnyRuntime:
    return postgres_runtime


@pytest.mark.parametrize("text", HOSTILE)
async def test_so_4_hostile_text_is_only_text(client: httpx.AsyncClient, text: str) -> None:
    """SO-4: as name, topic, search, status and id: stored and found literally, nothing is lost."""
    saved = (await client.post("/api/councils/", json={**chain("one"), "name": text})).json()
    other = (await client.post("/api/councils/", json=chain("one"))).json()
    run = (await client.post(f"/api/councils/{saved['id']}/run", json={"input_topic": text})).json()
    await client.post(f"/api/councils/{other['id']}/run", json={"input_topic": "Tea"})

    found = (await client.get("/api/runs/", params={"text": text})).json()
    assert [item["run_id"] for item in found["items"]] == [run["run_id"]]
    assert (await client.get(f"/api/runs/{run['run_id']}")).json()["input_topic"] == text
    for path in (f"/api/runs/{text}", f"/api/councils/{text}"):
        assert (await client.get(path.replace("%", "%25"))).status_code == 404
    assert (await client.get("/api/runs/", params={"status": text})).status_code == 422
    names = {item["name"] for item in (await client.get("/api/councils/")).json()}
    assert {text, other["name"]} <= names
    everything = (await client.get("/api/runs/")).json()
    assert everything["total"] == 2
