/**
 * Text that arrives in pieces, each with the character offset it starts at. Offsets count Unicode
 * characters, as the server does, not the UTF-16 units of JavaScript strings.
 */
export type Message = {
  id: string;
  node: string;
  stepId: string;
  text: string;
  /** Characters in `text`. */
  length: number;
  complete: boolean;
  /** Pieces that came before what precedes them. */
  early: readonly { offset: number; text: string }[];
};

export function emptyMessage(id: string, node: string, stepId: string): Message {
  return { id, node, stepId, text: "", length: 0, complete: false, early: [] };
}

const charactersOf = (text: string) => [...text];

function count(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Adds a piece; what is already known is not added twice, what leaves a hole waits for the hole. */
export function addPiece(message: Message, offset: number, text: string): Message {
  if (message.complete) return message;
  if (offset > message.length) return { ...message, early: [...message.early, { offset, text }] };
  const fresh =
    offset === message.length
      ? text
      : charactersOf(text)
          .slice(message.length - offset)
          .join("");
  if (!fresh) return message;
  const grown = { ...message, text: message.text + fresh, length: message.length + count(fresh) };
  if (grown.early.length === 0) return grown;
  const waiting = grown.early;
  return waiting.reduce((result, piece) => addPiece(result, piece.offset, piece.text), {
    ...grown,
    early: [],
  } as Message);
}

/** The whole text replaces everything streamed so far. */
export function complete(message: Message, text: string): Message {
  return { ...message, text, length: count(text), complete: true, early: [] };
}
