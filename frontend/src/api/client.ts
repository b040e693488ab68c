import type { Problem } from "./types";

/** What the server refused, in its own words; `problems` when an input was wrong. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: Problem[];
  readonly details: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    const detail = typeof body.detail === "string" ? body.detail : undefined;
    super(detail ?? (typeof body.message === "string" ? body.message : `HTTP ${status}`));
    this.name = "ApiError";
    this.status = status;
    this.code = typeof body.code === "string" ? body.code : "unknown";
    this.problems = Array.isArray(body.errors) ? (body.errors as Problem[]) : [];
    this.details = body;
  }
}

/** The server could not be reached at all. */
export class NetworkError extends Error {
  constructor() {
    super("network");
    this.name = "NetworkError";
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return { detail: text.slice(0, 300) };
  }
}

/** Sends one request to our own origin; throws ApiError or NetworkError. */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const init: RequestInit = { method, headers: { accept: "application/json" }, signal };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NetworkError();
  }
  const content = await bodyOf(response);
  if (!response.ok) throw new ApiError(response.status, (content ?? {}) as Record<string, unknown>);
  return content as T;
}
