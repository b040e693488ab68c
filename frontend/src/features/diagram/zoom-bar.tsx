"use client";

import { useReactFlow, useStore } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "use-intl";
import { IconButton } from "@/ui/icon-button";

/** Zoom out, 100 %, zoom in, show everything. */
export function ZoomBar({ onFit }: { onFit: () => void }) {
  const t = useTranslations("canvas.zoom");
  const format = useFormatter();
  const flow = useReactFlow();
  const zoom = useStore((state) => state.transform[2]);
  const percent = format.number(Math.round(zoom * 100) / 100, { style: "percent" });
  const reset = t("reset", { percent });
  return (
    <div className="zoom">
      <IconButton small icon={Minus} label={t("out")} onClick={() => flow.zoomOut()} />
      <button data-tip={reset} className="zoom-n" type="button" onClick={() => flow.zoomTo(1)}>
        {percent}
      </button>
      <IconButton small icon={Plus} label={t("in")} onClick={() => flow.zoomIn()} />
      <IconButton small icon={Maximize} label={t("fit")} onClick={onFit} />
    </div>
  );
}
