"""OpenAI's client without its typed chunks: making them took a third of a call's processor time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openai import AsyncOpenAI, AsyncStream


class PlainCompletions:
    """Chat completions whose streamed chunks are dicts, as LangChain reads them anyway.

    Takes the client's documented way for requests of which it has no types, so addresses, keys,
    errors and the reading of the stream stay its own. All other calls are the client's.
    """

    def __init__(self, client: AsyncOpenAI) -> None:
        """Take the client that sends."""
        from openai import AsyncStream

        self._client = client
        self._typed = client.chat.completions
        self._stream = AsyncStream[object]

    @property
    def with_raw_response(self) -> Any:
        """What gives the response with its headers."""
        return self._typed.with_raw_response

    async def create(self, **payload: Any) -> Any:
        """Send a request; raises what the client raises."""
        if not payload.get("stream") or not payload.keys().isdisjoint(_SPECIAL):
            typed: Any = self._typed
            return await typed.create(**payload)
        stream: AsyncStream[object] = await self._client.post(
            "/chat/completions", body=payload, cast_to=object, stream=True, stream_cls=self._stream
        )
        return stream


_SPECIAL = frozenset({"extra_headers", "extra_query", "extra_body", "timeout"})
