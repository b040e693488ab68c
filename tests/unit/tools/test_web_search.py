"""Web search against a fake Tavily and a fake SearXNG."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from councilos.blueprint.model import AgentNode
from councilos.tools import web_search
from councilos.tools.catalogue import tools_of
from councilos.tools.doctor import tools
from councilos.tools.ports import ToolFailed
from councilos.tools.web_search import WebSearch
from support.search_server import SearchServer
from support.settings import settings_with

KEY = "tvly-planted-0123456789"


@pytest.fixture
def server() -> Iterator[SearchServer]:
    with SearchServer() as opened:
        yield opened


@pytest.fixture
async def search(server: SearchServer) -> AsyncIterator[WebSearch]:
    tool = WebSearch(settings_with(tavily_api_key=KEY, tavily_base_url=server.url + "/"))
    yield tool
    await tool.aclose()


async def test_results_are_told_with_title_address_and_text(search: WebSearch, server: SearchServer) -> None:
    """TL-1: the question reaches Tavily with the key, the pages reach the model."""
    text = await search({"query": " Wärmepumpe 漢字 ", "max_results": 3})
    assert "https://example.org/a" in text
    assert "Facts about Wärmepumpe 漢字." in text
    assert server.queries == [{"query": "Wärmepumpe 漢字", "max_results": 3, "search_depth": "basic"}]
    assert server.keys == [f"Bearer {KEY}"]


async def test_without_a_key_the_answer_says_what_to_set(server: SearchServer) -> None:
    """TL-1: a clear message that names the variable, and no request."""
    with pytest.raises(ToolFailed, match="TAVILY_API_KEY"):
        await WebSearch(settings_with(tavily_base_url=server.url))({"query": "tea"})
    assert server.queries == []


@pytest.mark.parametrize(
    "arguments",
    [{}, {"query": ""}, {"query": 5}, {"query": "x", "max_results": 0}, {"query": "x", "max_results": True}],
)
async def test_bad_arguments_are_explained(
    search: WebSearch, server: SearchServer, arguments: dict[str, Any]
) -> None:
    """BP-7: the model can do better the next time."""
    with pytest.raises(ToolFailed, match=r"query|max_results"):
        await search(arguments)
    assert server.queries == []


@pytest.mark.parametrize(
    ("status", "word"), [(400, "rejected"), (401, "TAVILY_API_KEY"), (432, "used up"), (404, "404")]
)
async def test_refusals_name_the_cause_and_are_not_repeated(
    search: WebSearch, server: SearchServer, status: int, word: str
) -> None:
    """TL-1, SO-1: no key in the words."""
    server.then([(status, {"detail": {"error": f"not with {KEY}"}})])
    with pytest.raises(ToolFailed, match=word) as caught:
        await search({"query": "tea"})
    assert KEY not in str(caught.value)
    assert len(server.queries) == 1


async def test_busy_servers_are_asked_again(search: WebSearch, server: SearchServer) -> None:
    """TL-1: Retry-After is obeyed within limits, and trying has an end."""
    server.then([(429, b"{}"), (503, b"no json")], retry_after="0.01")
    assert "A page" in await search({"query": "tea"})
    server.then([(429, b"{}")], retry_after="3600")
    with pytest.raises(ToolFailed, match="too often"):
        await search({"query": "tea"})
    server.then([(500, b"{}")] * 5, retry_after="0")
    with pytest.raises(ToolFailed, match="500"):
        await search({"query": "tea"})
    assert len(server.queries) == 3 + 1 + 3


async def test_strange_answers_are_no_crash(search: WebSearch, server: SearchServer) -> None:
    """TL-1: no JSON, other shapes, no results."""
    bodies = (b"<html>", b'{"results": "x"}', b'{"results": []}', b'{"results": [{}]}')
    server.then((200, body) for body in bodies)
    for _ in range(2):
        with pytest.raises(ToolFailed, match="nobody can read"):
            await search({"query": "tea"})
    assert await search({"query": "tea"}) == "Nothing was found for: tea"
    assert "tea" in await search({"query": "tea"})


async def test_a_server_that_is_away_or_silent(
    search: WebSearch, server: SearchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TL-1: bounded waiting, a clear message."""
    gone = WebSearch(settings_with(tavily_api_key=KEY, tavily_base_url="http://127.0.0.1:9"))
    with pytest.raises(ToolFailed, match="could not be reached"):
        await gone({"query": "tea"})
    await gone.aclose()
    monkeypatch.setattr(web_search, "SECONDS", 0.2)
    server.delay = 1.0
    with pytest.raises(ToolFailed, match="did not answer within"):
        await search({"query": "tea"})


async def test_a_server_of_ones_own_needs_no_key(server: SearchServer) -> None:
    """TL-1: SEARXNG_URL alone is enough; as many results are told as were asked for."""
    pages = [{"title": f"Page {n}", "url": f"https://example.org/{n}", "content": "x"} for n in range(9)]
    server.then([(200, {"results": pages})])
    search = WebSearch(settings_with(searxng_url=server.url + "/"))
    text = await search({"query": "Wärmepumpe 漢字", "max_results": 3})
    assert [f"Page {n}" in text for n in range(9)] == [True] * 3 + [False] * 6
    assert server.queries == [{"q": "Wärmepumpe 漢字", "format": "json", "safesearch": "0"}]
    assert server.keys == [""]
    await search.aclose()


@pytest.mark.parametrize(("status", "word"), [(403, "search.formats"), (404, "SEARXNG_URL"), (418, "418")])
async def test_what_searxng_refuses_is_explained(server: SearchServer, status: int, word: str) -> None:
    """TL-1, SO-1: the remedy is named, a password in the address is sent and never told."""
    own = server.url.replace("//", "//me:planted-password@")
    server.then([(status, b"<html>no</html>")])
    search = WebSearch(settings_with(searxng_url=own))
    with pytest.raises(ToolFailed, match=word) as caught:
        await search({"query": "tea"})
    assert server.keys[0].startswith("Basic ")
    assert "planted" not in str(caught.value)
    gone = WebSearch(settings_with(searxng_url="http://me:planted-password@127.0.0.1:9"))
    with pytest.raises(ToolFailed, match="could not be reached at http://127") as away:
        await gone({"query": "tea"})
    assert "planted" not in str(away.value)
    await search.aclose()
    await gone.aclose()


@pytest.mark.parametrize(
    ("given", "uses", "names"),
    [
        ({"tavily_api_key": KEY}, "Tavily", ("TAVILY_API_KEY",)),
        ({"tavily_api_key": KEY, "searxng_url": "http://x"}, "Tavily", ("TAVILY_API_KEY",)),
        ({"searxng_url": "http://x"}, "SearXNG", ("SEARXNG_URL",)),
        ({}, "", ("TAVILY_API_KEY", "SEARXNG_URL")),
    ],
)
def test_which_search_is_in_use(given: dict[str, str], uses: str, names: tuple[str, ...]) -> None:
    """TL-1: Tavily by default; doctor and settings page are told who searches and what to set."""
    report = next(report for report in tools(settings_with(**given)) if report.tool == "web_search")
    assert (report.uses, report.ready, report.set) == (uses, bool(uses), names)


def test_nodes_get_what_they_ask_for_and_the_run_has() -> None:
    """BP-7, BP-8: only flagged tools, only existing ones."""
    web: Any = WebSearch(settings_with())
    both = AgentNode.model_validate({"id": "a", "tools": {"web_search": True, "pdf_reader": True}})
    none = AgentNode(id="b")
    assert tools_of(both, {"web_search": web}) == [web]
    assert tools_of(none, {"web_search": web}) == []
