"""Councils over REST."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest

from support.api_runtime import AnyRuntime, memory_only

Json = dict[str, Any]


@pytest.fixture
def runtime(either: AnyRuntime) -> AnyRuntime:
    return either


async def create(client: httpx.AsyncClient, body: Json) -> Json:
    answer = await client.post("/api/councils/", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_create_read_update_delete(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-12: stored whole, read in the same shape, updated, deleted with 204, then 404."""
    made = await create(client, blueprint)
    assert set(made) == {"id", "name", "data", "created_at", "updated_at"}
    assert (made["name"], made["data"]) == ("Mein Content-Rat", blueprint)
    url = f"/api/councils/{made['id']}"
    assert (await client.get(url)).json() == made

    changed = (await client.put(url, json={**blueprint, "name": "Neu"})).json()
    assert (changed["id"], changed["name"], changed["data"]["name"]) == (made["id"], "Neu", "Neu")
    assert changed["created_at"] == made["created_at"]
    assert changed["updated_at"] >= made["updated_at"]

    gone = await client.delete(url)
    assert (gone.status_code, gone.content) == (204, b"")
    for method in ("GET", "PUT", "DELETE"):
        assert (await client.request(method, url, json=blueprint)).status_code == 404


async def test_list_shows_name_and_dates_newest_first(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-12: the list holds the same shape; the last changed comes first."""
    first = await create(client, {**blueprint, "name": "first"})
    second = await create(client, {**blueprint, "name": "second"})
    answer = await client.get("/api/councils/")
    assert answer.json() == [second, first]
    assert answer.headers["x-total-count"] == "2"
    page = await client.get("/api/councils/", params={"limit": 1, "offset": 1})
    assert page.json() == [first]


@memory_only
@pytest.mark.parametrize("path", ["/api/councils", "/api/councils/"])
async def test_collection_slash(client: httpx.AsyncClient, blueprint: Json, path: str) -> None:
    """Section 3: collections answer with and without the trailing slash, without a redirect."""
    assert (await client.get(path)).status_code == 200
    assert (await client.post(path, json=blueprint)).status_code == 201


async def test_blueprint_under_data_with_own_name(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-12: clients may send the blueprint itself or `{name, data}`."""
    made = await create(client, {"name": "Other", "data": blueprint})
    assert (made["name"], made["data"]) == ("Other", blueprint)
    assert (await create(client, {"data": blueprint}))["name"] == blueprint["name"]
    assert (await create(client, {"name": "", "data": blueprint}))["name"] == blueprint["name"]


@memory_only
async def test_old_shape_is_upgraded(client: httpx.AsyncClient) -> None:
    """BP-10: the first shape in the wild is stored in the current one."""
    old = {
        "version": 1,
        "name": "Old",
        "nodes": [{"id": "a", "label": "A", "systemPrompt": "x"}],
        "edges": [],
    }
    made = await create(client, old)
    assert made["data"]["version"] == "1.0"
    assert made["data"]["nodes"][0]["system_prompt"] == "x"


@memory_only
async def test_unknown_node_names_edge_and_id(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-3: 422 that names the edge and the missing id; the path leads into the body as it was sent."""
    blueprint["edges"][0]["target"] = "ghost"
    for body, start in ((blueprint, "/edges/0"), ({"data": blueprint}, "/data/edges/0")):
        answer = await client.post("/api/councils/", json=body)
        assert answer.status_code == 422
        problem = next(item for item in answer.json()["errors"] if item["severity"] == "error")
        assert problem["path"].startswith(start)
        assert "edge-1" in problem["message"]
        assert "ghost" in problem["message"]


@memory_only
@pytest.mark.parametrize(
    "change",
    [
        {"nodes": []},
        {"edges": []},
        {"version": "9.9"},
        {"version": None},
        {"name": "x" * 256},
        {"nodes": "none"},
    ],
)
async def test_errors_are_422_and_nothing_is_saved(
    client: httpx.AsyncClient, blueprint: Json, change: Json
) -> None:
    """BP-4, BP-5, BP-10, BP-11: create and update answer 422 on errors."""
    made = await create(client, blueprint)
    wrong = {**blueprint, **change}
    created = await client.post("/api/councils/", json=wrong)
    updated = await client.put(f"/api/councils/{made['id']}", json=wrong)
    assert (created.status_code, updated.status_code) == (422, 422)
    assert created.json()["code"] == "invalid_blueprint"
    assert created.json()["errors"]
    assert (await client.get("/api/councils/")).json() == [made]


@memory_only
@pytest.mark.parametrize("body", [[], "x", 5, None, {"data": []}, {"data": {}, "name": 5}, {"name": "x"}])
async def test_what_is_no_blueprint_is_422(client: httpx.AsyncClient, body: Any) -> None:
    """RN-3: never a 500."""
    assert (await client.post("/api/councils/", json=body)).status_code == 422


@memory_only
@pytest.mark.parametrize("text", ["\\u0000", "\\ud800"])
@pytest.mark.parametrize("place", ["name", "key", "data_name"])
async def test_what_the_database_cannot_hold_is_422(
    client: httpx.AsyncClient, blueprint: Json, text: str, place: str
) -> None:
    """SO-3: NUL and half surrogate pairs are named, in names, keys and texts."""
    plain = json.dumps(blueprint)
    bodies = {
        "name": plain.replace("Mein", f"Mein{text}"),
        "key": plain.replace('"name"', f'"na{text}me"', 1),
        "data_name": f'{{"name": "x{text}", "data": {plain}}}',
    }
    headers = {"content-type": "application/json"}
    answer = await client.post("/api/councils/", content=bodies[place], headers=headers)
    assert answer.status_code == 422
    assert answer.json()["errors"]
    checked = await client.post("/api/councils/check", content=bodies[place], headers=headers)
    assert checked.status_code == 200
    if place != "data_name":
        assert checked.json()["valid"] is False


@memory_only
async def test_check_reports_every_problem(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-11: every problem at once, with path, code, severity and words; 200 whatever is sent."""
    good = (await client.post("/api/councils/check", json=blueprint)).json()
    assert good["valid"] is True
    blueprint["edges"][0]["target"] = "ghost"
    blueprint["nodes"][1]["id"] = "node-1"
    bad = (await client.post("/api/councils/check", json={"data": blueprint})).json()
    assert bad["valid"] is False
    found = {item["code"] for item in bad["problems"] if item["severity"] == "error"}
    assert {"unknown_node", "duplicate_node_id"} <= found
    assert all(item["path"].startswith("/data") and item["message"] for item in bad["problems"])
    others: list[Any] = [[1], "x", None, {}]
    for body in others:
        answer = await client.post("/api/councils/check", json=body)
        assert (answer.status_code, answer.json()["valid"]) == (200, False)


@memory_only
async def test_warnings_do_not_keep_from_saving(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-11: 422 on errors only."""
    blueprint["edges"][1]["condition"] = "Rework"
    blueprint["nodes"].append({"id": "island", "type": "agent", "name": "Insel"})
    report = (await client.post("/api/councils/check", json=blueprint)).json()
    assert report["valid"] is True
    assert report["problems"]
    await create(client, blueprint)


@memory_only
@pytest.mark.parametrize("name", ["run", "upload-pdf", "check"])
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
async def test_commands_are_no_ids(client: httpx.AsyncClient, name: str, method: str) -> None:
    """Section 3: `run` and `upload-pdf` never match `{id}`."""
    answer = await client.request(method, f"/api/councils/{name}", json={})
    assert answer.status_code in (404, 405)
    assert name not in answer.json()["detail"]


@memory_only
@pytest.mark.parametrize("wrong", ["abc", "00000000-0000-0000-0000-000000000000", "%00", "a b"])
async def test_unknown_council_is_404(client: httpx.AsyncClient, blueprint: Json, wrong: str) -> None:
    """RN-3: also for an id that is no UUID."""
    topic = {"input_topic": "x"}
    for method, path in (("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/run")):
        body = topic if path else blueprint
        answer = await client.request(method, f"/api/councils/{wrong}{path}", json=body)
        assert answer.status_code == 404, (method, answer.text)


async def test_run_of_a_saved_council_keeps_its_copy(client: httpx.AsyncClient, blueprint: Json) -> None:
    """RN-1, RN-6: 202 at once; the run keeps its blueprint when the council changes or goes."""
    made = await create(client, {"name": "Own name", "data": blueprint})
    answer = await client.post(f"/api/councils/{made['id']}/run", json={"input_topic": "Cats"})
    assert answer.status_code == 202
    started = answer.json()
    assert (started["status"], set(started)) == ("pending", {"run_id", "status", "message"})
    detail = (await client.get(f"/api/runs/{started['run_id']}")).json()
    assert detail["blueprint_id"] == made["id"]
    assert detail["name"] == "Own name"
    assert detail["blueprint"]["nodes"] == blueprint["nodes"]


@memory_only
async def test_large_blueprints(client: httpx.AsyncClient, blueprint: Json) -> None:
    """SO-3: a blueprint may have up to 5 MB; more is 413 with a problem document."""
    blueprint["nodes"] = [
        {**blueprint["nodes"][0], "id": f"n{i}", "system_prompt": "x" * 90_000} for i in range(30)
    ]
    blueprint["edges"] = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}"} for i in range(29)]
    await create(client, blueprint)
    huge = await client.post("/api/councils/", json={**blueprint, "description": "x" * 5_300_000})
    assert (huge.status_code, huge.json()["code"]) == (413, "too_large")


async def test_unknown_id_is_never_created_by_put(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-12: PUT changes, it does not create."""
    assert (await client.put(f"/api/councils/{uuid4()}", json=blueprint)).status_code == 404
    assert (await client.get("/api/councils/")).json() == []
