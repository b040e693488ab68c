"use client";

import { GripVertical, Search, Trash2 } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useAgents, useDeleteAgent } from "@/api/queries";
import type { Blueprint, NewAgent } from "@/domain/blueprint";
import { backEdges } from "@/domain/graph";
import { iconOf } from "@/features/diagram/agent-icons";
import { MiniGraph } from "@/features/diagram/mini-graph";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { AGENT_KINDS } from "./agent-kinds";
import { draft } from "./draft-store";
import { useAgentOf, useTemplates } from "./use-catalogue";

/** What a dragged library entry carries: the new agent as JSON. */
export const AGENT_MIME = "application/x-councilos-agent";

function LibraryAgent({ agent, onForget }: { agent: NewAgent; onForget?: () => void }) {
  const t = useTranslations("canvas.lib");
  const name = agent.name ?? "";
  const onDragStart = (event: DragEvent) => {
    event.dataTransfer.setData(AGENT_MIME, JSON.stringify(agent));
    event.dataTransfer.effectAllowed = "copy";
  };
  return (
    <li className="lib-row">
      <button
        className="lib"
        type="button"
        draggable
        onDragStart={onDragStart}
        onClick={() => draft.addAgent(agent)}
        aria-label={t("add", { name })}
      >
        <span className="tile tile-sm">
          <Icon of={iconOf(agent)} />
        </span>
        <span className="ell">{name}</span>
        <span className="grip">
          <Icon of={GripVertical} />
        </span>
      </button>
      {onForget && (
        <IconButton small icon={Trash2} className="muted" label={t("forget", { name })} onClick={onForget} />
      )}
    </li>
  );
}

function useShape(): (blueprint: Blueprint) => string {
  const t = useTranslations("canvas.lib");
  return (blueprint) => t("shape", { agents: blueprint.nodes.length, loops: backEdges(blueprint).size });
}

/** Agents, saved agents and templates: drag, click or press Enter to add. */
export function Library({ onTemplate }: { onTemplate: (blueprint: Blueprint) => void }) {
  const t = useTranslations("canvas.lib");
  const [query, setQuery] = useState("");
  const agentOf = useAgentOf();
  const templates = useTemplates();
  const saved = useAgents();
  const forget = useDeleteAgent();
  const shapeOf = useShape();
  const matches = (name: string | undefined) =>
    (name ?? "").toLowerCase().includes(query.trim().toLowerCase());
  const agents = AGENT_KINDS.map(({ kind }) => ({ kind, agent: agentOf(kind) })).filter(({ agent }) =>
    matches(agent.name),
  );
  const remembered = (saved.data ?? []).filter((entry) => matches(entry.name));
  const shown = templates.filter((template) => matches(template.blueprint.name));
  return (
    <aside className="side scroll" aria-label={t("label")}>
      <label className="input quiet">
        <Icon of={Search} />
        <span className="vh">{t("search")}</span>
        <input
          placeholder={t("searchShort")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      {agents.length > 0 && (
        <>
          <h2 className="sec-h">{t("agents")}</h2>
          <ul>
            {agents.map(({ kind, agent }) => (
              <LibraryAgent key={kind} agent={agent} />
            ))}
          </ul>
        </>
      )}
      {remembered.length > 0 && (
        <>
          <h2 className="sec-h">
            {t("saved")} <span className="count">{remembered.length}</span>
          </h2>
          <ul>
            {remembered.map((entry) => (
              <LibraryAgent
                key={entry.id}
                agent={{ ...(entry.data as NewAgent), name: entry.name }}
                onForget={() => forget.mutate(entry.id)}
              />
            ))}
          </ul>
        </>
      )}
      {shown.length > 0 && (
        <>
          <h2 className="sec-h">{t("templates")}</h2>
          <ul>
            {shown.map(({ key, blueprint }) => (
              <li key={key}>
                <button className="tpl" type="button" onClick={() => onTemplate(blueprint)}>
                  <MiniGraph blueprint={blueprint} />
                  <span className="grow">
                    <span className="w5 strong ell block">{blueprint.name}</span>
                    <span className="muted t12">{shapeOf(blueprint)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {agents.length + remembered.length + shown.length === 0 && <p className="muted mt-4">{t("nothing")}</p>}
    </aside>
  );
}
