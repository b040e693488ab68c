"""Saved agents over REST."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

Json = dict[str, Any]
DATA: Json = {
    "name": "Kritiker 漢字",
    "system_prompt": "Be {strict}. 🙂",
    "model": "gpt-4o",
    "tools": {"web_search": True},
}


async def test_create_read_update_delete(client: httpx.AsyncClient) -> None:
    """BP-14: an agent is saved without its place in a council, read, changed and deleted."""
    placed = {**DATA, "id": "n1", "position": {"x": 1, "y": 2}, "start": True}
    made = (await client.post("/api/agents/", json={"name": "Strict", "data": placed})).json()
    assert (made["name"], made["data"]) == ("Strict", DATA)
    url = f"/api/agents/{made['id']}"
    assert (await client.get(url)).json() == made
    changed = (await client.put(url, json={"data": {**DATA, "model": "default"}})).json()
    assert (changed["name"], changed["data"]["model"]) == ("Kritiker 漢字", "default")
    assert changed["created_at"] == made["created_at"]
    assert (await client.delete(url)).status_code == 204
    for method in ("GET", "PUT", "DELETE"):
        assert (await client.request(method, url, json={"data": DATA})).status_code == 404


async def test_list_is_paged_and_newest_first(client: httpx.AsyncClient) -> None:
    """BP-14: with and without the trailing slash."""
    for path, name in (("/api/agents", "one"), ("/api/agents/", "two")):
        assert (await client.post(path, json={"name": name, "data": DATA})).status_code == 201
    answer = await client.get("/api/agents")
    assert [item["name"] for item in answer.json()] == ["two", "one"]
    assert answer.headers["x-total-count"] == "2"
    page = await client.get("/api/agents/", params={"limit": 1, "offset": 1})
    assert [item["name"] for item in page.json()] == ["one"]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"data": {**DATA, "name": ""}}, "/name"),
        ({"data": {**DATA, "temperature": 9}}, "/data/temperature"),
        ({"data": {**DATA, "tools": {"web_search": "yes"}}}, "/data/tools/web_search"),
        ({"data": {**DATA, "system_prompt": "x" * 100_001}}, "/data/system_prompt"),
        ({"data": {**DATA, "system_prompt": f"use sk-{'a1B2' * 10}"}}, "/data/system_prompt"),
        ({"data": []}, "/data"),
        ({"name": 5, "data": DATA}, "/name"),
        ({"name": "x" * 256, "data": DATA}, "/name"),
    ],
)
async def test_what_is_wrong_is_named_with_its_place(
    client: httpx.AsyncClient, body: Json, path: str
) -> None:
    """BP-11, SO-1, SO-3: 422, secrets included, and nothing is saved."""
    answer = await client.post("/api/agents/", json=body)
    assert answer.status_code == 422
    assert path in [item["path"] for item in answer.json()["errors"]]
    assert (await client.get("/api/agents/")).json() == []


@pytest.mark.parametrize("agent_id", ["x", "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11", "0"])
async def test_unknown_agents_are_404(client: httpx.AsyncClient, agent_id: str) -> None:
    """RN-3: whatever the id looks like."""
    answer = await client.get(f"/api/agents/{agent_id}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
