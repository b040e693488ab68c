"use client";

import { Copy, Layers, Trash2, Users } from "lucide-react";
import { useTranslations } from "use-intl";
import { type Blueprint, type Budget, loopLimitOf, thresholdOf } from "@/domain/blueprint";
import { Button } from "@/ui/button";
import { Field, NumberField, ScoreSlider, Stepper } from "@/ui/fields";
import { IconButton } from "@/ui/icon-button";
import { draft } from "./draft-store";
import { PanelFrame } from "./panel-frame";

function BudgetFields({ budget }: { budget: Budget | null | undefined }) {
  const t = useTranslations("canvas.panel");
  const set = (part: keyof Budget, value: number | undefined) => {
    const next: Budget = { ...budget, [part]: value };
    if (value === undefined) delete next[part];
    draft.updateSettings({ budget: Object.keys(next).length > 0 ? next : undefined }, `budget.${part}`);
  };
  const parts = [
    ["tokens", t("tokens"), true],
    ["cost_usd", t("cost"), false],
    ["minutes", t("minutes"), false],
  ] as const;
  return (
    <div className="p-sec">
      <h3 className="label">{t("budget")}</h3>
      {parts.map(([part, label, whole]) => (
        <NumberField
          key={part}
          label={label}
          whole={whole}
          placeholder={t("noLimit")}
          value={budget?.[part]}
          onChange={(value) => set(part, value)}
        />
      ))}
    </div>
  );
}

/** What holds for the whole council; shown while nothing is chosen. */
export function CouncilPanel({ blueprint }: { blueprint: Blueprint }) {
  const t = useTranslations("canvas");
  return (
    <PanelFrame
      label={t("panel.council")}
      icon={Users}
      title={t("panel.council")}
      subtitle={t("panel.councilHint")}
      closable={false}
    >
      <div className="p-sec">
        <Field label={t("panel.description")}>
          {(id) => (
            <textarea
              id={id}
              className="input"
              rows={3}
              maxLength={10_000}
              value={blueprint.description ?? ""}
              onBlur={draft.seal}
              onChange={(event) => draft.setDescription(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="p-sec grid gap-3">
        <ScoreSlider
          label={t("panel.threshold")}
          value={thresholdOf(blueprint)}
          onChange={(value) => draft.updateSettings({ approval_threshold: value }, "threshold")}
        />
        <Stepper
          label={t("panel.rounds")}
          min={0}
          max={1000}
          value={loopLimitOf(blueprint)}
          onChange={(value) => draft.updateSettings({ max_iterations: value }, "limit")}
        />
      </div>
      <BudgetFields budget={blueprint.settings?.budget} />
    </PanelFrame>
  );
}

/** Several things chosen: what can be done with all of them. */
export function SelectionPanel({ count }: { count: number }) {
  const t = useTranslations("canvas.panel");
  return (
    <PanelFrame
      label={t("selection")}
      icon={Layers}
      title={t("selected", { count })}
      footer={
        <>
          <Button icon={Copy} onClick={draft.duplicateSelection}>
            {t("duplicate")}
          </Button>
          <span className="grow" />
          <IconButton
            icon={Trash2}
            className="btn-danger"
            label={t("deleteSelection")}
            onClick={() => draft.remove()}
          />
        </>
      }
    >
      {null}
    </PanelFrame>
  );
}
