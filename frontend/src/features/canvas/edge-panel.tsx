"use client";

import { ArrowLeftRight, ArrowRight, Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { type Blueprint, type Edge, type EdgeKind, edgeKind, loopLimitOf, titleOf } from "@/domain/blueprint";
import { backEdges } from "@/domain/graph";
import { Button } from "@/ui/button";
import { Field, Stepper, SwitchRow } from "@/ui/fields";
import { IconButton } from "@/ui/icon-button";
import { draft } from "./draft-store";
import { PanelFrame } from "./panel-frame";

const KINDS: readonly EdgeKind[] = ["linear", "rework", "approve", "custom"];

function patchFor(kind: EdgeKind): Partial<Edge> {
  if (kind === "linear")
    return { type: "linear", condition: undefined, default: undefined, max_iterations: undefined };
  if (kind === "custom") return { type: "conditional", condition: "" };
  return { type: "conditional", condition: kind, default: undefined };
}

function KindChoice({ edge, source }: { edge: Edge; source: string }) {
  const t = useTranslations("canvas");
  const kind = edgeKind(edge);
  return (
    <div className="p-sec">
      <h3 className="label" id="edge-kind">
        {t("panel.kind")}
      </h3>
      <div className="grid gap-2" role="radiogroup" aria-labelledby="edge-kind">
        {KINDS.map((option) => (
          <label key={option} className="opt">
            <input
              type="radio"
              className="vh"
              name={`kind-${edge.id}`}
              checked={option === kind}
              onChange={() => draft.updateEdge(edge.id, patchFor(option), "kind")}
            />
            <span className={`kind-line kind-${option}`} aria-hidden />
            <span className="grow">
              <span className="w5 strong block">{t(`edge.${option}`)}</span>
              <span className="muted t12 block">{t(`panel.kindHint.${option}`, { source })}</span>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

/** Settings of one connection: when it is taken, under which name, how often. */
export function EdgePanel({ blueprint, edge }: { blueprint: Blueprint; edge: Edge }) {
  const t = useTranslations("canvas.panel");
  const nameOf = (id: string) => {
    const node = blueprint.nodes.find((known) => known.id === id);
    return node ? titleOf(node) : id;
  };
  const kind = edgeKind(edge);
  const isBack = backEdges(blueprint).has(edge.id);
  return (
    <PanelFrame
      label={t("edge")}
      icon={ArrowRight}
      title={t("fromTo", { source: nameOf(edge.source), target: nameOf(edge.target) })}
      footer={
        <>
          <Button
            icon={ArrowLeftRight}
            onClick={() => draft.updateEdge(edge.id, { source: edge.target, target: edge.source }, "ends")}
          >
            {t("reverse")}
          </Button>
          <span className="grow" />
          <IconButton
            icon={Trash2}
            className="btn-danger"
            label={t("deleteEdge")}
            onClick={() => draft.remove(new Set([edge.id]))}
          />
        </>
      }
    >
      <KindChoice edge={edge} source={nameOf(edge.source)} />
      {kind === "custom" && (
        <div className="p-sec grid gap-3">
          <Field label={t("label")}>
            {(id) => (
              <input
                id={id}
                className="input"
                maxLength={200}
                value={edge.condition ?? ""}
                onBlur={draft.seal}
                onChange={(event) =>
                  draft.updateEdge(edge.id, { condition: event.target.value }, "condition")
                }
              />
            )}
          </Field>
          <SwitchRow
            label={t("default")}
            checked={edge.default ?? false}
            onChange={(on) => draft.updateEdge(edge.id, { default: on || undefined }, "default")}
          />
        </div>
      )}
      {isBack && kind !== "linear" && (
        <div className="p-sec">
          <Stepper
            label={t("rounds")}
            min={0}
            max={1000}
            value={loopLimitOf(blueprint, edge)}
            onChange={(limit) => draft.updateEdge(edge.id, { max_iterations: limit }, "limit")}
          />
        </div>
      )}
    </PanelFrame>
  );
}
