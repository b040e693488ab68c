type Load<Part> = () => Promise<Part>;

const parts: Load<unknown>[] = [];
let fetching = false;

/** One after the other; what cannot be had now is tried again when it is needed. */
async function fetchParts(): Promise<void> {
  for (let part = parts.shift(); part; part = parts.shift()) await part().catch(() => undefined);
}

function whenIdle(action: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) window.requestIdleCallback(action);
  else setTimeout(action, 1_000);
}

/**
 * A part of the page that its first picture does without. It comes in the first idle moment, not when
 * it is opened: the server may be away by then, and the word of it is such a part too.
 */
export function later<Part>(load: Load<Part>): Load<Part> {
  parts.push(load);
  if (fetching) whenIdle(() => void fetchParts());
  return load;
}

/** Begins to fetch the parts; the first picture is there. */
export function fetchLaterParts(): void {
  fetching = true;
  whenIdle(() => void fetchParts());
}
