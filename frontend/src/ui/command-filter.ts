/** Words must stand in the text as typed; beginnings come first. */
export function commandFilter(value: string, search: string): number {
  const text = value.toLowerCase();
  const wanted = search.trim().toLowerCase();
  if (text.startsWith(wanted)) return 1;
  return wanted.split(/\s+/).every((word) => text.includes(word)) ? 0.5 : 0;
}
