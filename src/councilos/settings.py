"""Settings: environment or `.env` only (SO-1, SO-5). Empty counts as unset."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Everything that can be set; `.env.example` lists it all (a test compares)."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    anthropic_api_key: SecretStr | None = None
    openai_api_key: SecretStr | None = None
    tavily_api_key: SecretStr | None = None
    tavily_base_url: str | None = None
    searxng_url: str | None = None
    anthropic_base_url: str | None = None
    openai_base_url: str | None = None
    ollama_host: str | None = None
    database_url: SecretStr | None = None
    chroma_persist_dir: Path | None = None
    chroma_url: str | None = None
    councilos_embeddings: str = "builtin"
    councilos_home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("councilos", appauthor=False))
    )
    councilos_api_token: SecretStr | None = None
    councilos_allowed_origins: str = ""
    councilos_log_level: str = "INFO"
    councilos_worker_concurrency: int = Field(default=1_000, ge=1)

    @field_validator("anthropic_api_key", "openai_api_key", "tavily_api_key")
    @classmethod
    def _sendable(cls, value: SecretStr | None) -> SecretStr | None:
        key = value.get_secret_value().strip() if value is not None else ""
        if not key:
            return None
        if not (key.isascii() and key.isprintable() and " " not in key):
            raise ValueError("it holds a character that no key has, like a blank or an umlaut: paste it anew")
        return SecretStr(key)

    @field_validator("councilos_home")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @field_validator("councilos_embeddings")
    @classmethod
    def _known_embeddings(cls, value: str) -> str:
        if not re.fullmatch(r"builtin|(openai|ollama):.+", value):
            raise ValueError("it must be builtin, openai:MODEL or ollama:MODEL")
        return value

    @field_validator("councilos_log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        level = value.upper()
        if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
            raise ValueError("it must be DEBUG, INFO, WARNING or ERROR")
        return level

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """The allowed origins, split at commas, without trailing slashes (SO-2)."""
        return tuple(
            part.strip().rstrip("/") for part in self.councilos_allowed_origins.split(",") if part.strip()
        )

    @property
    def chroma_folder(self) -> Path:
        """Where the document index is, unless CHROMA_URL names a server."""
        return (self.chroma_persist_dir or self.councilos_home / "chroma").expanduser().absolute()

    @property
    def documents_folder(self) -> Path:
        """Where uploaded files are; workers on other machines need the same folder."""
        return self.councilos_home / "documents"

    @property
    def embeddings_environment(self) -> dict[str, str]:
        """What the index process is given for the embedding model: nothing for the built-in one."""
        if self.councilos_embeddings.startswith("ollama:"):
            return {"OLLAMA_HOST": self.ollama_host or ""}
        if not self.councilos_embeddings.startswith("openai:"):
            return {}
        key = self.openai_api_key.get_secret_value() if self.openai_api_key else "not-needed"
        found = {"OPENAI_API_KEY": key, "OPENAI_BASE_URL": self.openai_base_url}
        return {name: value for name, value in found.items() if value}

    def secrets(self) -> tuple[str, ...]:
        """Every secret value that must never appear in a log, event, error or export (SO-1)."""
        found: list[Any] = [self.anthropic_api_key, self.openai_api_key, self.tavily_api_key]
        found += [self.database_url, self.councilos_api_token]
        return tuple(value.get_secret_value() for value in found if value is not None)
