"""What is reachable, asked of real HTTP servers."""

from __future__ import annotations

from councilos.models.doctor import ProviderReport, providers
from councilos.settings import Settings
from support.model_server import ModelServer
from support.settings import settings_with

KEY = "planted-secret-key-0123456789"


async def look(settings: Settings) -> dict[str, ProviderReport]:
    return {report.provider: report for report in await providers(settings)}


async def test_every_provider_reports_what_it_has(model_server: ModelServer) -> None:
    """BP-14, SO-5: configured, reachable, models, and never a key."""
    reports = await look(
        settings_with(
            anthropic_api_key=KEY,
            anthropic_base_url=model_server.url,
            openai_api_key=KEY,
            openai_base_url=model_server.openai_url,
            ollama_host=model_server.url,
        )
    )
    assert list(reports) == ["anthropic", "openai", "ollama", "builtin"]
    for report in reports.values():
        assert report.ready, report
        assert report.models
        assert report.problem == ""
        assert KEY not in str(report.as_dict())
    assert "gpt-4o" in reports["openai"].models
    assert reports["builtin"].tools is False


async def test_what_is_missing_is_named() -> None:
    """SO-5: the exact variables to set."""
    reports = await look(settings_with(ollama_host="http://127.0.0.1:1"))
    assert "ANTHROPIC_API_KEY" in reports["anthropic"].problem
    assert "OPENAI_API_KEY" in reports["openai"].problem
    assert reports["ollama"].reachable is False
    assert "OLLAMA_HOST" in reports["ollama"].problem
    assert not any(reports[name].ready for name in ("anthropic", "openai", "ollama"))


async def test_a_server_without_a_list_of_models_is_a_problem_not_a_crash(model_server: ModelServer) -> None:
    reports = await look(settings_with(openai_base_url=f"{model_server.url}/nowhere", ollama_host="http://["))
    assert reports["openai"].reachable is False
    assert "list of models" in reports["openai"].problem
    assert reports["ollama"].reachable is False


async def test_an_address_without_its_path_is_told_as_such(model_server: ModelServer) -> None:
    """SO-5: the usual mistake is a missing /v1; nobody has to shorten a prompt for it."""
    report = (await look(settings_with(openai_base_url=model_server.url)))["openai"]
    assert (report.ready, report.cause) == (False, "no_list")
    assert "OPENAI_BASE_URL" in report.problem
    assert "/v1" in report.problem
    assert "prompt" not in report.problem


async def test_ollama_without_models_says_how_to_get_one(model_server: ModelServer) -> None:
    model_server.models = ()
    reports = await look(settings_with(ollama_host=model_server.url))
    assert "ollama pull" in reports["ollama"].problem
