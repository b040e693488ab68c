"use client";

import { ArrowRight, Bookmark, FileText, Globe, Plus, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "use-intl";
import { useSaveAgent } from "@/api/queries";
import {
  type AgentNode,
  type Blueprint,
  edgeKind,
  loopLimitOf,
  PROMPT_LIMIT,
  roleOf,
  thresholdOf,
  titleOf,
} from "@/domain/blueprint";
import { iconOf } from "@/features/diagram/agent-icons";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Field, NumberField, ScoreSlider, Stepper, SwitchRow } from "@/ui/fields";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { notify } from "@/ui/notify";
import { useOnce } from "@/ui/use-once";
import { draft } from "./draft-store";
import { ModelPicker } from "./model-picker";
import { PanelFrame } from "./panel-frame";

type Props = { blueprint: Blueprint; agent: AgentNode };
type Patch = (patch: Partial<AgentNode>, field: string) => void;

function Basics({ agent, patch }: { agent: AgentNode; patch: Patch }) {
  const t = useTranslations("canvas.panel");
  const format = useFormatter();
  const prompt = agent.system_prompt ?? "";
  return (
    <div className="p-sec grid gap-4">
      <Field label={t("name")}>
        {(id) => (
          <input
            id={id}
            className="input"
            maxLength={200}
            value={agent.name ?? ""}
            onBlur={draft.seal}
            onChange={(event) => patch({ name: event.target.value }, "name")}
          />
        )}
      </Field>
      <ModelPicker value={agent.model ?? "default"} onChange={(model) => patch({ model }, "model")} />
      <Field
        label={t("prompt")}
        aside={
          <span className="muted font-normal">
            {t("chars", { count: format.number(prompt.length), limit: format.number(PROMPT_LIMIT) })}
          </span>
        }
      >
        {(id) => (
          <textarea
            id={id}
            className="input"
            rows={7}
            maxLength={PROMPT_LIMIT}
            placeholder={t("promptHint")}
            value={prompt}
            onBlur={draft.seal}
            onChange={(event) => patch({ system_prompt: event.target.value }, "prompt")}
          />
        )}
      </Field>
    </div>
  );
}

function ToolSwitches({ agent, patch }: { agent: AgentNode; patch: Patch }) {
  const t = useTranslations("canvas.panel");
  const set = (tool: "web_search" | "pdf_reader", on: boolean) =>
    patch({ tools: { web_search: false, pdf_reader: false, ...agent.tools, [tool]: on } }, tool);
  return (
    <div className="p-sec py-3">
      <SwitchRow
        icon={Globe}
        label={t("web")}
        checked={agent.tools?.web_search ?? false}
        onChange={(on) => set("web_search", on)}
      />
      <SwitchRow
        icon={FileText}
        label={t("pdf")}
        checked={agent.tools?.pdf_reader ?? false}
        onChange={(on) => set("pdf_reader", on)}
      />
    </div>
  );
}

/** What a critic needs: from which score it approves, how often it may send back. */
function CriticFields({ blueprint, agent, patch }: Props & { patch: Patch }) {
  const t = useTranslations("canvas.panel");
  if (roleOf(blueprint, agent.id) !== "critic") return null;
  const rework = blueprint.edges.find((edge) => edge.source === agent.id && edgeKind(edge) === "rework");
  return (
    <div className="p-sec grid gap-3">
      <ScoreSlider
        label={t("threshold")}
        value={thresholdOf(blueprint, agent)}
        onChange={(threshold) => patch({ threshold }, "threshold")}
      />
      {rework && (
        <Stepper
          label={t("rounds")}
          min={0}
          max={1000}
          value={loopLimitOf(blueprint, rework)}
          onChange={(limit) => draft.updateEdge(rework.id, { max_iterations: limit }, "limit")}
        />
      )}
    </div>
  );
}

function Connections({ blueprint, agent }: Props) {
  const t = useTranslations("canvas");
  const names = new Map(blueprint.nodes.map((node) => [node.id, titleOf(node)]));
  const leaving = blueprint.edges.filter((edge) => edge.source === agent.id);
  const targets = blueprint.nodes.map((node) => ({
    id: node.id,
    icon: iconOf(node),
    label: node.id === agent.id ? t("panel.connectSelf") : titleOf(node),
    onSelect: () => draft.connect(agent.id, node.id),
  }));
  return (
    <div className="p-sec">
      <h3 className="label">{t("panel.connections")}</h3>
      <ul className="grid gap-1">
        {leaving.map((edge) => {
          const kind = edgeKind(edge);
          const label = kind === "custom" ? edge.condition || t("edge.noLabel") : t(`edge.${kind}`);
          const target = names.get(edge.target) ?? edge.target;
          return (
            <li key={edge.id}>
              <button
                className="lib"
                type="button"
                onClick={() => draft.select({ edges: new Set([edge.id]) })}
              >
                <span className={`badge badge-${kind}`}>{label}</span>
                <Icon of={ArrowRight} size={14} />
                <span className="ell">{target}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <Menu
        align="start"
        items={targets}
        trigger={
          <Button size="sm" icon={Plus} className="mt-2">
            {t("panel.connect")}
          </Button>
        }
      />
    </div>
  );
}

function Advanced({ agent, patch }: { agent: AgentNode; patch: Patch }) {
  const t = useTranslations("canvas.panel");
  const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
  return (
    <details className="p-sec advanced">
      <summary>{t("advanced")}</summary>
      <div className="grid gap-3 pt-3">
        <Field label={t("purpose")}>
          {(id) => (
            <input
              id={id}
              className="input"
              maxLength={200}
              value={agent.description ?? ""}
              onBlur={draft.seal}
              onChange={(event) => patch({ description: event.target.value || undefined }, "description")}
            />
          )}
        </Field>
        <SwitchRow
          label={t("starts")}
          checked={agent.start ?? false}
          onChange={(on) => patch({ start: on || undefined }, "start")}
        />
        <NumberField
          zero
          label={t("temperature")}
          placeholder={t("automatic")}
          value={numberOf(agent.temperature)}
          onChange={(temperature) => patch({ temperature }, "temperature")}
        />
        <NumberField
          whole
          label={t("maxTokens")}
          placeholder={t("automatic")}
          value={numberOf(agent.max_tokens)}
          onChange={(max_tokens) => patch({ max_tokens }, "max_tokens")}
        />
      </div>
    </details>
  );
}

function Footer({ agent }: { agent: AgentNode }) {
  const t = useTranslations("canvas.panel");
  const save = useSaveAgent();
  const textOf = useErrorText();
  const remember = useOnce(async () => {
    const { id: _id, position: _position, start: _start, ...data } = agent;
    try {
      await save.mutateAsync({ name: titleOf(agent), data });
      notify.success(t("remembered", { name: titleOf(agent) }));
    } catch (error) {
      notify.error(textOf(error));
    }
  });
  return (
    <>
      <Button icon={Bookmark} onClick={remember}>
        {t("remember")}
      </Button>
      <span className="grow" />
      <IconButton
        icon={Trash2}
        className="btn-danger"
        label={t("deleteAgent")}
        onClick={() => draft.remove(new Set([agent.id]))}
      />
    </>
  );
}

/** Settings of one agent (UI-1). */
export function NodePanel({ blueprint, agent }: Props) {
  const t = useTranslations("canvas.panel");
  const patch: Patch = (change, field) => draft.updateNode(agent.id, change, field);
  return (
    <PanelFrame
      label={t("agent")}
      icon={iconOf(agent)}
      title={titleOf(agent)}
      subtitle={agent.description ?? undefined}
      footer={<Footer agent={agent} />}
    >
      <Basics agent={agent} patch={patch} />
      <ToolSwitches agent={agent} patch={patch} />
      <CriticFields blueprint={blueprint} agent={agent} patch={patch} />
      <Connections blueprint={blueprint} agent={agent} />
      <Advanced agent={agent} patch={patch} />
    </PanelFrame>
  );
}
