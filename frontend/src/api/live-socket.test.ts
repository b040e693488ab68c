// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backoff, type LinkState, LiveSocket } from "./live-socket";

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  close() {
    this.closed = true;
  }
}

let opened: LiveSocket<number>[] = [];

function openSocket() {
  const frames: number[] = [];
  const states: LinkState[] = [];
  let after = 0;
  const socket = new LiveSocket<number>({
    path: () => `/ws/council/r?after=${after}`,
    onFrame: (frame) => {
      frames.push(frame);
      after = frame;
    },
    onState: (state) => states.push(state),
    open: (url) => new FakeSocket(url) as unknown as WebSocket,
    random: () => 1,
  });
  opened.push(socket);
  return { socket, frames, states };
}

const newest = () => FakeSocket.all.at(-1) as FakeSocket;

describe("live socket", () => {
  beforeEach(() => {
    FakeSocket.all = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const socket of opened) socket.close();
    opened = [];
    vi.useRealTimers();
  });

  it("WS-4: comes back after a cut and asks for what follows", () => {
    const { frames, states } = openSocket();
    newest().onopen?.();
    newest().onmessage?.({ data: "7" });
    newest().onclose?.({ code: 1006 });
    expect(states.at(-1)).toBe("waiting");
    vi.advanceTimersByTime(250);
    expect(newest().url).toMatch(/^ws:.*\/ws\/council\/r\?after=7$/);
    newest().onopen?.();
    newest().onmessage?.({ data: "8" });
    expect(frames).toEqual([7, 8]);
    expect(states.at(-1)).toBe("open");
  });

  it("waits longer after each failure, never longer than ten seconds", () => {
    openSocket();
    for (let failure = 0; failure < 8; failure += 1) {
      newest().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(backoff(failure, 1));
    }
    expect(FakeSocket.all).toHaveLength(9);
    expect(backoff(0, 0)).toBe(125);
    expect(backoff(30, 1)).toBe(10_000);
  });

  it("tries at once when the browser is online again", () => {
    openSocket();
    newest().onclose?.({ code: 1006 });
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("WS-4: a network that goes away is noticed at once, though the old line says nothing", () => {
    const { states } = openSocket();
    const old = newest();
    old.onopen?.();
    window.dispatchEvent(new Event("offline"));
    expect(old.closed).toBe(true);
    expect(FakeSocket.all).toHaveLength(2);
    old.onclose?.({ code: 1006 });
    newest().onclose?.({ code: 1006 });
    expect(states.at(-1)).toBe("waiting");
  });

  it("WS-5: an unknown run ends it", () => {
    const { states } = openSocket();
    newest().onclose?.({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect([states.at(-1), FakeSocket.all.length]).toEqual(["gone", 1]);
  });

  it("WS-1: a stream that the server has ended stays ended", () => {
    const { states } = openSocket();
    newest().onclose?.({ code: 1000 });
    vi.advanceTimersByTime(60_000);
    expect([states.at(-1), FakeSocket.all.length]).toEqual(["closed", 1]);
  });

  it("stays closed when closed", () => {
    const { socket, states } = openSocket();
    const raw = newest();
    socket.close();
    raw.onclose?.({ code: 1000 });
    vi.advanceTimersByTime(60_000);
    expect([states.at(-1), raw.closed, FakeSocket.all.length]).toEqual(["closed", true, 1]);
  });
});
