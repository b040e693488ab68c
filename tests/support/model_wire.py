"""How a fake answer looks on the wire: OpenAI chat completions, Anthropic messages, Ollama chat.

Every renderer returns a `Wire`: what comes before the text, the text in pieces, what comes after.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
Protocol = Literal["openai", "anthropic", "ollama"]


@dataclass(frozen=True)
class ToolCall:
    """A tool call the fake model makes."""

    name: str
    args: Json = field(default_factory=dict[str, Any])
    id: str = "call_1"


@dataclass(frozen=True)
class Reply:
    """One answer of the fake model.

    `pieces` fixes the stream's pieces (default: the words of `text`). `latency_ms` is the time to
    the first byte, `piece_ms` the time before each piece. `disconnect_after=n` cuts the connection
    after n pieces, `hang_after=n` falls silent after n pieces (0: after the headers);
    `usage=False` leaves token counts out. A `status` other than 200 is an error answer.
    """

    text: str = ""
    status: int = 200
    retry_after: float | None = None
    pieces: tuple[str, ...] = ()
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    latency_ms: float | None = None
    piece_ms: float = 0.0
    disconnect_after: int | None = None
    hang_after: int | None = None
    usage: bool = True
    input_tokens: int | None = None
    output_tokens: int | None = None
    finish: Literal["stop", "length"] = "stop"
    error: str = ""

    @staticmethod
    def of(value: Reply | str | Json) -> Reply:
        """Take an answer in any of its short forms: text, or the fields as JSON."""
        if isinstance(value, Reply):
            return value
        if isinstance(value, str):
            return Reply(text=value)
        fields = dict(value)
        fields["pieces"] = tuple(fields.get("pieces", ()))
        fields["tool_calls"] = tuple(ToolCall(**call) for call in fields.get("tool_calls", ()))
        return Reply(**fields)


@dataclass(frozen=True)
class Call:
    """One request as the fake model saw it; `messages` are without the system prompt, content as text."""

    number: int
    protocol: Protocol
    model: str
    system: str
    messages: list[dict[str, str]]
    stream: bool
    tools: list[str]
    body: Json
    headers: dict[str, str]
    at: float

    @property
    def user(self) -> str:
        """The last user message."""
        return next((m["content"] for m in reversed(self.messages) if m["role"] == "user"), "")

    @property
    def text(self) -> str:
        """System prompt and all messages in one string, for predicates and assertions."""
        return "\n".join([self.system, *(m["content"] for m in self.messages)])


@dataclass(frozen=True)
class Wire:
    """A rendered answer: `head`, the text in `pieces`, `tail`."""

    content_type: str
    head: bytes
    pieces: list[bytes]
    tail: bytes


def as_text(content: Any) -> str:
    """Join message content: a string, or blocks with `text`."""
    if isinstance(content, str):
        return content
    blocks: list[Any] = content or []
    return "".join(block if isinstance(block, str) else str(block.get("text", "")) for block in blocks)


def pieces_of(reply: Reply) -> list[str]:
    """Split the text into words, at most 16 pieces."""
    if reply.pieces:
        return list(reply.pieces)
    words = re.findall(r"\s*\S+\s*", reply.text) or ([reply.text] if reply.text else [])
    size = max(1, -(-len(words) // 16))
    return ["".join(words[i : i + size]) for i in range(0, len(words), size)]


def tokens_in(call: Call, reply: Reply) -> int:
    """Count input tokens: what the reply says, else a quarter of the characters."""
    return reply.input_tokens if reply.input_tokens is not None else max(1, len(call.text) // 4)


def tokens_out(reply: Reply) -> int:
    """Count output tokens: what the reply says, else a quarter of the characters."""
    text = reply.text or "".join(reply.pieces)
    return reply.output_tokens if reply.output_tokens is not None else max(1, len(text) // 4)


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _sse(value: Json, event: str | None = None) -> bytes:
    prefix = f"event: {event}\n" if event else ""
    return f"{prefix}data: {_dump(value)}\n\n".encode()


def openai(call: Call, reply: Reply) -> Wire:
    """Render OpenAI's `/v1/chat/completions`."""
    base: Json = {"id": f"chatcmpl-{call.number}", "created": 0, "model": call.model}
    calls = [
        {
            "index": index,
            "id": tool.id,
            "type": "function",
            "function": {"name": tool.name, "arguments": _dump(tool.args)},
        }
        for index, tool in enumerate(reply.tool_calls)
    ]
    finish = "tool_calls" if calls else reply.finish
    sent, got = tokens_in(call, reply), tokens_out(reply)
    usage = {"prompt_tokens": sent, "completion_tokens": got, "total_tokens": sent + got}
    pieces = pieces_of(reply)
    if not call.stream:
        message: Json = {"role": "assistant", "content": "".join(pieces)}
        if calls:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "finish_reason": finish}
        whole = base | {"object": "chat.completion", "choices": [choice]}
        return Wire(
            "application/json", b"", [], _dump(whole | ({"usage": usage} if reply.usage else {})).encode()
        )
    base["object"] = "chat.completion.chunk"

    def chunk(delta: Json, finish: str | None = None) -> bytes:
        return _sse(base | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    wants_usage = reply.usage and bool(call.body.get("stream_options", {}).get("include_usage"))
    tail = chunk({"tool_calls": calls}) if calls else b""
    tail += chunk({}, finish) + (_sse(base | {"choices": [], "usage": usage}) if wants_usage else b"")
    return Wire(
        "text/event-stream",
        chunk({"role": "assistant", "content": ""}),
        [chunk({"content": piece}) for piece in pieces],
        tail + b"data: [DONE]\n\n",
    )


def _anthropic_blocks(reply: Reply) -> Iterator[tuple[Json, Json]]:
    for tool in reply.tool_calls:
        yield (
            {"type": "tool_use", "id": tool.id, "name": tool.name, "input": {}},
            {"type": "input_json_delta", "partial_json": _dump(tool.args)},
        )


def anthropic(call: Call, reply: Reply) -> Wire:
    """Render Anthropic's `/v1/messages`."""
    stop = "tool_use" if reply.tool_calls else {"stop": "end_turn", "length": "max_tokens"}[reply.finish]
    usage = {"input_tokens": tokens_in(call, reply), "output_tokens": tokens_out(reply)}
    if not reply.usage:
        usage = {"input_tokens": 0, "output_tokens": 0}
    message: Json = {
        "id": f"msg_{call.number}",
        "type": "message",
        "role": "assistant",
        "model": call.model,
        "stop_sequence": None,
    }
    pieces = pieces_of(reply)
    if not call.stream:
        content: list[Json] = [{"type": "text", "text": "".join(pieces)}] if pieces else []
        content += [start | {"input": tool.args} for (start, _), tool in zip(
            _anthropic_blocks(reply), reply.tool_calls, strict=True)]  # fmt: skip
        whole = message | {"content": content, "stop_reason": stop, "usage": usage}
        return Wire("application/json", b"", [], _dump(whole).encode())

    def event(name: str, **fields: Any) -> bytes:
        return _sse({"type": name, **fields}, name)

    def block(index: int, start: Json, deltas: list[Json]) -> bytes:
        body = event("content_block_start", index=index, content_block=start)
        body += b"".join(event("content_block_delta", index=index, delta=delta) for delta in deltas)
        return body + event("content_block_stop", index=index)

    opened: Json = message | {"content": [], "stop_reason": None, "usage": usage | {"output_tokens": 1}}
    head = event("message_start", message=opened)
    index = 0
    if reply.thinking:
        head += block(
            0,
            {"type": "thinking", "thinking": "", "signature": ""},
            [
                {"type": "thinking_delta", "thinking": reply.thinking},
                {"type": "signature_delta", "signature": "c2ln"},
            ],
        )
        index = 1
    tail = b""
    if pieces:
        head += event("content_block_start", index=index, content_block={"type": "text", "text": ""})
        tail = event("content_block_stop", index=index)
        index += 1
    for offset, (start, delta) in enumerate(_anthropic_blocks(reply)):
        tail += block(index + offset, start, [delta])
    tail += event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage=usage)
    text_index = 1 if reply.thinking else 0
    return Wire(
        "text/event-stream",
        head,
        [
            event("content_block_delta", index=text_index, delta={"type": "text_delta", "text": piece})
            for piece in pieces
        ],
        tail + event("message_stop"),
    )


def ollama(call: Call, reply: Reply) -> Wire:
    """Render Ollama's `/api/chat`: one JSON object per line."""
    base: Json = {"model": call.model, "created_at": "2026-01-01T00:00:00Z"}
    tools = [{"function": {"name": tool.name, "arguments": tool.args}} for tool in reply.tool_calls]

    def line(content: str, **fields: Any) -> bytes:
        message: Json = {"role": "assistant", "content": content}
        if tools and fields.get("done"):
            message["tool_calls"] = tools
        return (_dump(base | {"message": message} | fields) + "\n").encode()

    end: Json = {"done": True, "done_reason": reply.finish, "total_duration": 1}
    if reply.usage:
        end |= {"prompt_eval_count": tokens_in(call, reply), "eval_count": tokens_out(reply)}
    pieces = pieces_of(reply)
    if not call.stream:
        return Wire("application/json", b"", [], line("".join(pieces), **end))
    return Wire("application/x-ndjson", b"", [line(piece, done=False) for piece in pieces], line("", **end))


RENDER: dict[Protocol, Callable[[Call, Reply], Wire]] = {
    "openai": openai,
    "anthropic": anthropic,
    "ollama": ollama,
}

_ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def error_body(protocol: Protocol, reply: Reply) -> bytes:
    """Render an error answer in the protocol's own envelope."""
    kind = _ERROR_TYPES.get(reply.status, "api_error")
    message = reply.error or f"fake {kind}"
    if protocol == "anthropic":
        return _dump({"type": "error", "error": {"type": kind, "message": message}}).encode()
    if protocol == "ollama":
        return _dump({"error": message}).encode()
    return _dump({"error": {"message": message, "type": kind, "param": None, "code": None}}).encode()
