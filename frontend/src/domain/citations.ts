/** Ids of documents by their file names. */
export type Sources = ReadonlyMap<string, string>;

/** `[file, p. N]`, as agents cite a passage (TL-3). */
export const CITATION = /\[([^[\]\n]+), p\. (\d+)\]/g;

/** Where a document's file is opened. */
export const fileAddress = (id: string): string => `/api/documents/${encodeURIComponent(id)}/file`;

/** Where a passage is read; null when no such document is known. */
export function passageAddress(sources: Sources, file: string, page: string): string | null {
  const id = sources.get(file);
  return id === undefined ? null : `${fileAddress(id)}#page=${page}`;
}
