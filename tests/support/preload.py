"""What the fork server imports once, so that each worker process starts at once."""

import langchain.chat_models
import langchain_openai

import councilos.runtime

__all__ = ["councilos", "langchain", "langchain_openai"]
