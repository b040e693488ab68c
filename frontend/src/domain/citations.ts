/** Ids of documents by their file names. */
export type Sources = ReadonlyMap<string, string>;

/** `[file, p. N]`, as agents cite a passage (TL-3). */
export const CITATION = /\[([^[\]\n]+), p\. (\d+)\]/g;

/** What a text cites: each passage once, and the files they are in, in the order of the text. */
export function cited(text: string): { passages: number; files: string[] } {
  const found = [...text.matchAll(CITATION)].map(([whole, file]) => ({ whole, file: file ?? "" }));
  return {
    passages: new Set(found.map(({ whole }) => whole)).size,
    files: [...new Set(found.map(({ file }) => file))],
  };
}

/** Where a document's file is opened. */
export const fileAddress = (id: string): string => `/api/documents/${encodeURIComponent(id)}/file`;

/** Where a passage is read; null when no such document is known. */
export function passageAddress(sources: Sources, file: string, page: string): string | null {
  const id = sources.get(file);
  return id === undefined ? null : `${fileAddress(id)}#page=${page}`;
}
