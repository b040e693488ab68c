export type AgentKind = "researcher" | "writer" | "critic" | "editor" | "blank";

/** What the library offers; names and tasks come from the message catalogues. */
export const AGENT_KINDS: readonly { kind: AgentKind; icon: string; webSearch?: boolean }[] = [
  { kind: "researcher", icon: "search", webSearch: true },
  { kind: "writer", icon: "pen-line" },
  { kind: "critic", icon: "scale" },
  { kind: "editor", icon: "spell-check" },
  { kind: "blank", icon: "bot" },
];
