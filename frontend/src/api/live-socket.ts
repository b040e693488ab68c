/** The state a person may see: `gone` means the server does not know this stream (WS-5). */
export type LinkState = "connecting" | "open" | "waiting" | "gone" | "closed";

export type LiveSocketOptions<Frame> = {
  /** Path with query; called for each attempt, so that it can carry the newest `after`. */
  path: () => string;
  onFrame: (frame: Frame) => void;
  onState?: (state: LinkState) => void;
  /** Replaceable in tests. */
  open?: (url: string) => WebSocket;
  random?: () => number;
};

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
const UNKNOWN_STREAM = 4404;
const STREAM_ENDED = 1000;

/** Waits before the n-th attempt (0-based): doubling, capped, spread so that tabs don't knock together. */
export function backoff(attempt: number, random: number): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  return Math.round(full / 2 + (full / 2) * random);
}

function address(path: string): string {
  return new URL(path, window.location.href.replace(/^http/, "ws")).toString();
}

/**
 * One WebSocket that comes back after every cut and asks for what it missed (WS-4).
 * It never polls: it reconnects after a growing pause, or at once when the network has come or gone: a
 * cut line says nothing by itself, but a server on this machine answers without any network.
 */
export class LiveSocket<Frame> {
  private readonly options: LiveSocketOptions<Frame>;
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private attempt = 0;
  private done = false;

  constructor(options: LiveSocketOptions<Frame>) {
    this.options = options;
    window.addEventListener("online", this.wake);
    window.addEventListener("offline", this.renew);
    this.connect();
  }

  close(): void {
    this.end("closed");
  }

  private connect(): void {
    this.options.onState?.("connecting");
    const open = this.options.open ?? ((url: string) => new WebSocket(url));
    const socket = open(address(this.options.path()));
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.attempt = 0;
      this.options.onState?.("open");
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.options.onFrame(JSON.parse(event.data) as Frame);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket !== this.socket || this.done) return;
      if (event.code === UNKNOWN_STREAM) this.end("gone");
      else if (event.code === STREAM_ENDED) this.end("closed");
      else this.retry();
    };
  }

  private retry(): void {
    this.socket = null;
    this.options.onState?.("waiting");
    const delay = backoff(this.attempt, (this.options.random ?? Math.random)());
    this.attempt += 1;
    this.timer = setTimeout(() => this.connect(), delay);
  }

  private readonly wake = (): void => {
    if (this.done || this.socket) return;
    if (this.timer) clearTimeout(this.timer);
    this.attempt = 0;
    this.connect();
  };

  private readonly renew = (): void => {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.wake();
  };

  private end(state: "gone" | "closed"): void {
    if (this.done) return;
    this.done = true;
    window.removeEventListener("online", this.wake);
    window.removeEventListener("offline", this.renew);
    if (this.timer) clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.options.onState?.(state);
  }
}
