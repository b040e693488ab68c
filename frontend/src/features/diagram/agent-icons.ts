import {
  BookCheck,
  BookOpen,
  Bot,
  Brain,
  Bug,
  ChartLine,
  Code,
  DraftingCompass,
  FileSearch,
  FileText,
  FlaskConical,
  Gavel,
  type LucideIcon,
  NotebookPen,
  PenLine,
  Scale,
  ScanSearch,
  Search,
  ShieldCheck,
  SpellCheck,
} from "lucide-react";

/** Icons that a blueprint may name (`icon`); everything else is shown as a robot. */
const ICONS: Record<string, LucideIcon> = {
  bot: Bot,
  brain: Brain,
  "book-check": BookCheck,
  "book-open": BookOpen,
  bug: Bug,
  "chart-line": ChartLine,
  code: Code,
  "drafting-compass": DraftingCompass,
  "file-search": FileSearch,
  "file-text": FileText,
  "flask-conical": FlaskConical,
  gavel: Gavel,
  "notebook-pen": NotebookPen,
  "pen-line": PenLine,
  scale: Scale,
  "scan-search": ScanSearch,
  search: Search,
  "shield-check": ShieldCheck,
  "spell-check": SpellCheck,
};

export const ICON_NAMES = Object.keys(ICONS);

export function iconOf(agent: { icon?: string | null }): LucideIcon {
  return ICONS[agent.icon ?? ""] ?? Bot;
}
