"""What is wrong with a request is said in our own words, and nothing in it is overlooked."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest

Json = dict[str, Any]
RUN = "/api/councils/run"
JSON = {"content-type": "application/json"}
NO_RUN = "/api/councils/run/00000000-0000-0000-0000-000000000000"
VALIDATORS_WORDS = re.compile(
    r"\b(input|string|integer|boolean|dictionary|parse|valid|tuple|int|str)\b", re.I
)


@pytest.mark.parametrize(
    ("address", "path", "code", "message"),
    [
        ("/api/runs/?limit=0", "?limit", "wrong_value", "“limit” must be at least 1."),
        ("/api/runs/?limit=500", "?limit", "wrong_value", "“limit” must be at most 200."),
        ("/api/runs/?limit=many", "?limit", "wrong_type", "“limit” must be a whole number."),
        ("/api/runs/?limit=1.5", "?limit", "wrong_type", "“limit” must be a whole number."),
        ("/api/runs/?offset=-1", "?offset", "wrong_value", "“offset” must be at least 0."),
        ("/api/runs/?status=done", "?status", "wrong_value", "“status[0]” has a value that is not known."),
        (f"/api/runs/?text={'x' * 201}", "?text", "too_long", "“text” is too long."),
        ("/api/councils/?limit=1001", "?limit", "wrong_value", "“limit” must be at most 1000."),
        (f"{NO_RUN}/events?after=-1", "?after", "wrong_value", "“after” must be at least 0."),
        (f"{NO_RUN}/events?limit=1001", "?limit", "wrong_value", "“limit” must be at most 1000."),
    ],
)
async def test_query_out_of_range(
    client: httpx.AsyncClient, address: str, path: str, code: str, message: str
) -> None:
    """RN-3: a limit that cannot be used is named with what can."""
    answer = await client.get(address)
    assert answer.status_code == 422
    [problem] = answer.json()["errors"]
    assert (problem["path"], problem["code"], problem["message"]) == (path, code, message)
    assert answer.json()["detail"].startswith(message)


@pytest.mark.parametrize(
    ("body", "path", "code", "words"),
    [
        ({"input_topic": 5}, "/input_topic", "wrong_type", "must be a text"),
        ({"input_topic": "x", "god_mode": "yes"}, "/god_mode", "wrong_type", "must be true or false"),
        ({"input_topic": "x", "budget": 5}, "/budget", "wrong_type", "must be an object"),
        ({"input_topic": "x", "budget": {"tokens": 0}}, "/budget/tokens", "wrong_value", "at least 1"),
        ({"input_topic": "x", "budget": {"tokens": 1.5}}, "/budget/tokens", "wrong_type", "whole number"),
        ({"input_topic": "x", "budget": {"tokens": "5"}}, "/budget/tokens", "wrong_type", "whole number"),
        ({"input_topic": "x", "budget": {"cost_usd": 0}}, "/budget/cost_usd", "wrong_value", "more than 0"),
        ({"input_topic": "x", "budget": {"minutes": "a"}}, "/budget/minutes", "wrong_type", "a number"),
        ({"input_topic": "x", "documents": "a"}, "/documents", "wrong_type", "must be a list"),
        ({"input_topic": "x", "documents": [1]}, "/documents/0", "wrong_type", "must be a text"),
        ({"input_topic": "x", "documents": ["a"] * 101}, "/documents", "too_long", "too long"),
        ([], "", "invalid_body", "no JSON object"),
        (None, "", "invalid_body", "no JSON object"),
    ],
)
async def test_body_out_of_shape(
    client: httpx.AsyncClient, body: Any, path: str, code: str, words: str
) -> None:
    """RN-3: every wrong value is named by its path, with what is allowed there."""
    answer = await client.post(RUN, json=body)
    assert answer.status_code == 422
    [problem] = answer.json()["errors"]
    assert (problem["path"], problem["code"]) == (path, code)
    assert words in problem["message"]


async def test_validators_words_reach_nobody(client: httpx.AsyncClient) -> None:
    """RN-3: sentences are for people; the validator's vocabulary stays inside."""
    wrong: list[Any] = [5, "x", True, None, [], {}, -1, 1.5, "x" * 20_000, [[]], {"a": 1}]
    fields = ("input_topic", "god_mode", "documents", "budget", "language")
    sent = [{field: value} for field in fields for value in wrong]
    sent += [{"budget": {limit: value}} for limit in ("tokens", "cost_usd", "minutes") for value in wrong]
    seen = 0
    for body in sent:
        answer = (await client.post(RUN, json={"input_topic": "x", **body})).json()
        for problem in answer.get("errors", ()):
            seen += 1
            assert not VALIDATORS_WORDS.search(problem["message"]), problem
            assert problem["message"].endswith((".", "?")), problem
    assert seen > 50


async def test_every_problem_of_a_body_is_told_at_once(client: httpx.AsyncClient) -> None:
    """RN-3: unknown fields beside wrong values; `detail` says how many more there are."""
    body = {"input_topic": 5, "godmode": True, "budget": {"tokens": 0}}
    answer = (await client.post(RUN, json=body)).json()
    assert {problem["path"] for problem in answer["errors"]} == {"/input_topic", "/godmode", "/budget/tokens"}
    assert "2 more problems" in answer["detail"]


@pytest.mark.parametrize(
    ("address", "body", "path", "hint"),
    [
        (RUN, {"input_topic": "x", "godmode": True}, "/godmode", "Did you mean “god_mode”?"),
        (RUN, {"input_topic": "x", "zzz": 1}, "/zzz", "Fields are input_topic, god_mode"),
        (f"{NO_RUN}/approve", {"action": "reject", "raeson": "x"}, "/raeson", "Did you mean “reason”?"),
        (f"{NO_RUN}/continue", {"budgets": {"tokens": 5}}, "/budgets", "Did you mean “budget”?"),
        (f"{NO_RUN}/god-mode", {"god_mode": True, "on": True}, "/on", "Fields are god_mode."),
        (
            f"{NO_RUN}/approve",
            {"decisions": [{"node": "a", "action": "redo", "ntoe": "x"}]},
            "/decisions/0/ntoe",
            "Did you mean “note”?",
        ),
        ("/api/agents/", {"data": {"name": "x"}, "nmae": "y"}, "/nmae", "Did you mean “name”?"),
    ],
)
async def test_misspelt_fields(
    client: httpx.AsyncClient, address: str, body: Json, path: str, hint: str
) -> None:
    """RN-3, SO-3: a field that nothing reads is an error that names the one that was meant."""
    answer = await client.post(address, json=body)
    assert answer.status_code == 422, answer.text
    [problem] = answer.json()["errors"]
    assert (problem["path"], problem["code"]) == (path, "unknown_field")
    assert problem["hint"].startswith(hint)
    assert problem["hint"] in answer.json()["detail"]


async def test_misspelt_field_beside_a_blueprint(client: httpx.AsyncClient, blueprint: Json) -> None:
    """RN-3, BP-12: the same beside `data`; a blueprint's own unknown fields stay warnings (BP-11)."""
    for address in ("/api/councils/", "/api/councils/import"):
        answer = await client.post(address, json={"data": blueprint, "nmae": "Mine"})
        assert answer.status_code == 422
        assert [problem["path"] for problem in answer.json()["errors"]] == ["/nmae"]
        assert (await client.post(address, json={**blueprint, "nmae": "Mine"})).status_code == 201


async def test_own_notes_are_welcome(client: httpx.AsyncClient, blueprint: Json) -> None:
    """RN-3, BP-13: names that begin with `x-` are the client's own, everywhere."""
    for address, body in (
        (RUN, {"input_topic": "x", "x-trace": 5}),
        ("/api/councils/", {"data": blueprint, "x-trace": 5}),
        ("/api/agents/", {"data": {"name": "x"}, "x-trace": 5}),
    ):
        assert (await client.post(address, json=body)).is_success


async def test_what_was_read_can_be_sent_back(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-12, BP-14: read, change a part, send the whole back."""
    for address, data in (("/api/councils/", blueprint), ("/api/agents/", {"name": "x"})):
        made = (await client.post(address, json={"data": data})).json()
        read = (await client.get(f"{address}{made['id']}")).json()
        answer = await client.put(f"{address}{made['id']}", json={**read, "name": "Changed"})
        assert (answer.status_code, answer.json()["name"]) == (200, "Changed")


@pytest.mark.parametrize(
    ("address", "body", "path"),
    [
        (RUN, '{"input_topic": "one", "input_topic": "two"}', "/input_topic"),
        (RUN, '{"input_topic": "one", "budget": {"tokens": 5, "tokens": 500}}', "/budget/tokens"),
        (
            "/api/councils/",
            '{"version": "1.0", "nodes": [{"id": "a", "model": "x", "model": "y"}]}',
            "/nodes/0/model",
        ),
        (
            "/api/councils/",
            '{"data": {"version": "1.0", "nodes": [{"id": "a", "id": "b"}]}}',
            "/data/nodes/0/id",
        ),
    ],
)
async def test_a_field_that_stands_twice(
    client: httpx.AsyncClient, address: str, body: str, path: str
) -> None:
    """RN-3, BP-11: which one was meant is not guessed."""
    assert json.loads(body)
    answer = await client.post(address, content=body, headers=JSON)
    assert answer.status_code == 422
    assert (path, "duplicate_key") in [(one["path"], one["code"]) for one in answer.json()["errors"]]


async def test_warnings_come_back_when_something_is_saved(client: httpx.AsyncClient) -> None:
    """BP-11: empty instructions, a missing name and an unknown model are told where they are saved."""
    council = {
        "version": "1.0",
        "nodes": [{"id": "a", "type": "agent", "model": "no such model"}],
        "edges": [],
    }
    answers = [
        (await client.post("/api/councils/", json=council), ""),
        (await client.post("/api/councils/", json={"data": council, "name": "  "}), "/data"),
        (await client.post("/api/councils/import", json=council), ""),
    ]
    answers.append((await client.put(f"/api/councils/{answers[0][0].json()['id']}", json=council), ""))
    for answer, prefix in answers:
        assert answer.is_success
        assert set(answer.json()) == {"id", "name", "data", "created_at", "updated_at"}
        warnings = json.loads(answer.headers["x-warnings"])
        assert {(warning["path"], warning["code"]) for warning in warnings} == {
            (f"{prefix}/name", "unnamed"),
            (f"{prefix}/nodes/0/system_prompt", "empty_prompt"),
            (f"{prefix}/nodes/0/model", "unknown_model"),
        }
        assert answer.headers["x-warning-count"] == "3"
    named = await client.post("/api/councils/", json={"data": council, "name": "Mine"})
    assert "unnamed" not in named.headers["x-warnings"]
    checked = (await client.post("/api/councils/check", json={"data": council, "name": "Mine"})).json()
    assert "unnamed" not in {problem["code"] for problem in checked["problems"]}


async def test_warnings_of_a_saved_agent(client: httpx.AsyncClient) -> None:
    """BP-11, BP-14: what concerns the agent alone; nothing about arrows that it cannot have yet."""
    data = {"name": "x", "modle": "gpt-4o", "threshold": 9}
    made = await client.post("/api/agents/", json={"data": data})
    changed = await client.put(f"/api/agents/{made.json()['id']}", json={"data": data})
    for answer in (made, changed):
        warnings = json.loads(answer.headers["x-warnings"])
        assert {(warning["path"], warning["code"]) for warning in warnings} == {
            ("/data/modle", "unknown_field"),
            ("/data/system_prompt", "empty_prompt"),
        }


async def test_many_warnings_make_no_endless_header(client: httpx.AsyncClient) -> None:
    """BP-11: proxies refuse long headers; the count is whole, the rest is told by the check."""
    nodes = [{"id": f"漢{number}", "type": "agent"} for number in range(300)]
    edges = [{"id": f"e{i}", "source": f"漢{i}", "target": f"漢{i + 1}"} for i in range(299)]
    answer = await client.post("/api/councils/", json={"version": "1.0", "nodes": nodes, "edges": edges})
    assert answer.headers["x-warning-count"] == "301"
    assert len(answer.headers["x-warnings"]) <= 4_000
    assert len(json.loads(answer.headers["x-warnings"])) >= 3


async def test_a_blank_name_is_no_name(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-12, BP-14: blanks around a name are not part of it."""
    made = await client.post("/api/councils/", json={"data": blueprint, "name": " \t"})
    assert made.json()["name"] == blueprint["name"]
    spaced = await client.post("/api/councils/", json={"data": blueprint, "name": " Mine "})
    assert spaced.json()["name"] == "Mine"
    agent = await client.post("/api/agents/", json={"data": {"name": "Critic"}, "name": "  "})
    assert agent.json()["name"] == "Critic"
