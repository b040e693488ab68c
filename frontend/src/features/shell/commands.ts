"use client";

import type { LucideIcon } from "lucide-react";
import { create } from "zustand";

/** Something the palette can do for the page that is open. */
export type Command = { id: string; label: string; icon: LucideIcon; keys?: string; run: () => void };

/** Pages put their commands here while they are open. */
export const useCommands = create<{ commands: Command[] }>(() => ({ commands: [] }));
