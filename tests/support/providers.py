"""Three providers at one fake server, each with keys that must never be seen."""

from __future__ import annotations

from councilos.models.call import Patience
from support.blueprints import Json, chain
from support.model_server import ModelServer

KEY = "planted-secret-key-0123456789"
MODELS = {"openai": "gpt-4o", "anthropic": "claude-3-5-sonnet-20241022", "ollama": "ollama:llama3.2:latest"}
SHORT = Patience(tries=3, idle=1.0, first_wait=0.01, longest_wait=2.0)
"""For tests of servers that fail: a hang is given up soon."""


def environment_of_all(server: ModelServer) -> dict[str, str]:
    """Return the variables that point all providers to the fake server."""
    return {
        **server.env("openai", KEY + "-openai"),
        **server.env("anthropic", KEY + "-anthropic"),
        "OLLAMA_HOST": server.url.replace("//", f"//user:{KEY}-ollama@"),
    }


def council_of(provider: str, *node_ids: str) -> Json:
    """Return a chain whose agents are named `<provider>_<id>` and speak through that provider."""
    council = chain(*(f"{provider}_{node_id}" for node_id in node_ids))
    for node in council["nodes"]:
        node["model"] = MODELS[provider]
    return council
