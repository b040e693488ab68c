"""Councils as files over REST, and the templates."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

from councilos.api.files import attachment
from councilos.blueprint.check import check
from councilos.blueprint.templates import templates

Json = dict[str, Any]


async def imported(client: httpx.AsyncClient, content: bytes, kind: str = "application/json") -> Json:
    answer = await client.post("/api/councils/import", content=content, headers={"content-type": kind})
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.parametrize("template", templates(), ids=lambda item: f"{item.key}.{item.language}")
async def test_export_import_export_has_the_same_bytes(client: httpx.AsyncClient, template: Any) -> None:
    """BP-13: byte by byte, whatever the order and form of what was imported first."""
    scrambled = json.dumps(template.data, sort_keys=True, indent=7).encode("utf-8")
    made = await imported(client, b"\xef\xbb\xbf" + scrambled, "application/octet-stream")
    first = await client.get(f"/api/councils/{made['id']}/export")
    assert first.headers["content-type"] == "application/json"
    assert json.loads(first.content) == template.data
    again = await imported(client, first.content)
    second = await client.get(f"/api/councils/{again['id']}/export")
    assert (second.content, again["id"] != made["id"]) == (first.content, True)


async def test_own_fields_survive(client: httpx.AsyncClient, blueprint: Json) -> None:
    """BP-13: `x-…` fields and everything else that was set come out again, nothing is added."""
    blueprint["x-note"] = {"b": 1, "a": ["ü", 1.5]}
    made = await imported(client, json.dumps(blueprint).encode())
    content = (await client.get(f"/api/councils/{made['id']}/export")).content
    assert json.loads(content) == blueprint


@pytest.mark.parametrize(
    ("content", "code", "path"),
    [
        (b"", "invalid_json", ""),
        (b"{", "invalid_json", ""),
        (b"\xff\xfe", "invalid_encoding", ""),
        (b'{"version": "1.0", "version": "1.0"}', "duplicate_key", "/version"),
        (b"[" * 100_000, "too_deep", ""),
        (b'{"version": "1.0", "nodes": []}', None, "/nodes"),
    ],
)
async def test_broken_files_are_explained(
    client: httpx.AsyncClient, content: bytes, code: str | None, path: str
) -> None:
    """BP-11: 422 with the usual problems, never a 500."""
    headers = {"content-type": "application/octet-stream"}
    answer = await client.post("/api/councils/import", content=content, headers=headers)
    assert answer.status_code == 422, answer.text
    found = {item["path"]: item["code"] for item in answer.json()["errors"]}
    assert path in found
    assert code in (None, found[path])


async def test_secrets_are_refused_with_their_place(client: httpx.AsyncClient, blueprint: Json) -> None:
    """SO-1: a key that was pasted into a prompt is neither imported nor exported."""
    secret = "sk-ant-" + "a1B2c3D4" * 6
    blueprint["nodes"][1]["system_prompt"] = f"Use {secret}."
    answer = await client.post("/api/councils/import", json=blueprint)
    assert answer.status_code == 422
    assert [item["path"] for item in answer.json()["errors"] if item["code"] == "secret"] == [
        "/nodes/1/system_prompt"
    ]
    assert secret not in answer.text


async def test_files_have_limits(client: httpx.AsyncClient) -> None:
    """SO-3: 5 MB."""
    answer = await client.post("/api/councils/import", content=b" " * (5 * 1024 * 1024 + 1))
    assert answer.status_code == 413


async def test_unknown_councils_are_404(client: httpx.AsyncClient) -> None:
    """RN-3, also for the name of a command."""
    for council_id in ("x", "import"):
        assert (await client.get(f"/api/councils/{council_id}/export")).status_code == 404


@pytest.mark.parametrize(
    ("name", "plain", "exact"),
    [
        ("Mein Rat", "Mein Rat.json", "Mein Rat.json"),
        ("Rat für 漢字 🙂", "Rat fr.json", "Rat für 漢字 🙂.json"),
        ("漢字", "council.json", "漢字.json"),
        ('a"; filename="../../etc\\x\r\nX: y', "a ; filename= .. .. etc x X y.json", None),
        ("...", "council.json", "council.json"),
        ("x" * 255, "x" * 100 + ".json", "x" * 100 + ".json"),
    ],
)
def test_file_names_are_safe_and_exact(name: str, plain: str, exact: str | None) -> None:
    """BP-13: one header line in ASCII, the Unicode name beside it, no path and no header injected."""
    header = attachment(name)
    header.encode("ascii")
    _, shown, encoded = header.split("; filename", 2) if exact else (None, "", "")
    assert not set("\r\n\\/") & set(header.replace("''", ""))
    assert f'filename="{plain}"' in header
    if exact:
        assert shown == f'="{plain}"'
        assert unquote(encoded.removeprefix("*=UTF-8''")) == exact


async def test_templates_can_be_listed(client: httpx.AsyncClient) -> None:
    """CS-7: every council that ships, in three languages, ready to be saved."""
    everything = (await client.get("/api/templates/")).json()
    assert {item["language"] for item in everything} == {"de", "en", "zh"}
    assert len(everything) == len(templates())
    assert all(not check(item["data"]).errors for item in everything)
    german = (await client.get("/api/templates", params={"language": "de-AT"})).json()
    assert german == [item for item in everything if item["language"] == "de"]
    assert (await client.get("/api/templates/", params={"language": "xx"})).json() == []
