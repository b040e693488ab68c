"use client";

import { CircleCheck, Plus, Upload } from "lucide-react";
import { useTranslations } from "use-intl";
import type { Blueprint } from "@/domain/blueprint";
import { backEdges } from "@/domain/graph";
import { Markers } from "@/features/diagram/markers";
import { NamedGraph } from "@/features/diagram/mini-graph";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { draft } from "./draft-store";
import { type Template, useAgentOf, useTemplates } from "./use-catalogue";
import { useModelNames } from "./use-model-names";

const SHOWN = 3;

function TemplateCard({ template, best, onOpen }: { template: Template; best: boolean; onOpen: () => void }) {
  const t = useTranslations("canvas");
  const { blueprint } = template;
  return (
    <li className={best ? "pcard best" : "pcard"}>
      <div className="pic">
        <NamedGraph blueprint={blueprint} />
      </div>
      <div className="bd">
        <div className="row">
          <h2 className="grow">{blueprint.name}</h2>
          {best && <span className="badge badge-primary">{t("start.best")}</span>}
        </div>
        <p>{blueprint.description}</p>
        <div className="ft">
          <span className="muted grow t12">
            {t("lib.shape", { agents: blueprint.nodes.length, loops: backEdges(blueprint).size })}
          </span>
          <Button
            look={best ? "primary" : "plain"}
            aria-label={t("start.openName", { name: blueprint.name })}
            onClick={onOpen}
          >
            {t("start.open")}
          </Button>
        </div>
      </div>
    </li>
  );
}

/** The empty canvas teaches: what a council is and how to begin. */
export function Start({
  onTemplate,
  onPickFile,
}: {
  onTemplate: (blueprint: Blueprint) => void;
  onPickFile: () => void;
}) {
  const t = useTranslations("canvas");
  const templates = useTemplates();
  const agentOf = useAgentOf();
  const { choices, labelOf } = useModelNames();
  const [ready] = choices;
  return (
    <div className="start">
      <Markers />
      <div className="start-in">
        <h1>{t("start.title")}</h1>
        <p className="lead">{t("start.lead")}</p>
        <ul className="pick">
          {templates.slice(0, SHOWN).map((template, i) => (
            <TemplateCard
              key={template.key}
              template={template}
              best={i === 0}
              onOpen={() => onTemplate(template.blueprint)}
            />
          ))}
        </ul>
        <div className="alt">
          <Button look="ghost" icon={Plus} onClick={() => draft.addAgent(agentOf("blank"))}>
            {t("start.blank")}
          </Button>
          <Button look="ghost" icon={Upload} onClick={onPickFile}>
            {t("bar.import")}
          </Button>
          <span className="grow" />
          {ready && (
            <span className="row muted nowrap">
              <Icon of={CircleCheck} />
              {t("start.ready", { model: labelOf(ready.name) })}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}
