"""`councilos doctor`: which providers, tools and parts are ready, and what to set for the others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from councilos.cli.exits import ExitCode
from councilos.cli.home import live_server
from councilos.cli.plain import clean
from councilos.cli.texts import t
from councilos.cli.words import cause_words

if TYPE_CHECKING:
    from councilos.models.doctor import ProviderReport
    from councilos.settings import Settings

_MODELS_SHOWN = 5
_SMALL_MODEL = "llama3.2"


async def doctor(settings: Settings, *, as_json: bool) -> ExitCode:
    """Ask every provider; the exit code says whether any model can be used (3: none)."""
    from councilos.models.doctor import providers
    from councilos.tools.doctor import tools

    reports = await providers(settings)
    search = next(report for report in tools(settings) if report.tool == "web_search")
    server = await live_server(settings.councilos_home)
    facts: dict[str, Any] = {
        "home": str(settings.councilos_home),
        "database": "external" if settings.database_url else "embedded",
        "server": server.url if server else None,
        "web_search": search.ready,
        "web_search_uses": search.uses or None,
        "providers": [report.as_dict() for report in reports],
    }
    if as_json:
        print(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        _print(facts, reports)
    return ExitCode.OK if any(report.ready for report in reports) else ExitCode.SETUP


def _print(facts: dict[str, Any], reports: list[ProviderReport]) -> None:
    print(t("doctor.home", path=facts["home"]))
    print(t(f"doctor.database_{facts['database']}"))
    print(t("doctor.server", url=facts["server"]) if facts["server"] else t("doctor.no_server"))
    for report in reports:
        models = ", ".join(report.models[:_MODELS_SHOWN])
        more = len(report.models) - _MODELS_SHOWN
        line = f"{'✓' if report.ready else '✗'} {_title(report)}"
        print(clean(line + (f": {models}" if models else "") + (f" (+{more})" if more > 0 else "")))
        if report.problem:
            print(f"    {clean(_problem(report))}")
    uses = facts["web_search_uses"]
    print(t("doctor.search", uses=uses) if uses else t("doctor.no_search"))


def _title(report: ProviderReport) -> str:
    if report.provider == "builtin":
        return t("doctor.builtin")
    own = report.provider == "openai" and "OPENAI_BASE_URL" in report.title
    return t("doctor.own_server") if own else report.title


def _problem(report: ProviderReport) -> str:
    """Return what is wrong with a provider and what to do."""
    if report.ready:
        return t("doctor.no_models", command=f"ollama pull {_SMALL_MODEL}")
    if report.provider == "builtin":
        return t("doctor.install", command="pip install 'councilos[builtin]'")
    if not report.configured:
        key = "doctor.set_host" if report.provider == "ollama" else "doctor.set_key"
        return t(key, variable=report.set[0], address=report.address or "–")
    if report.cause == "no_list" and report.provider == "openai":
        return t("doctor.no_list", variable="OPENAI_BASE_URL", address=report.address or "–")
    return cause_words(report.cause, report.title, report.problem)
