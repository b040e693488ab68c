"use client";

import { useReactFlow, useStore } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "use-intl";
import { IconButton } from "@/ui/icon-button";
import { Tip } from "@/ui/tooltip";

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
      <Tip text={reset}>
        <button className="zoom-n" type="button" aria-label={reset} onClick={() => flow.zoomTo(1)}>
          {percent}
        </button>
      </Tip>
      <IconButton small icon={Plus} label={t("in")} onClick={() => flow.zoomIn()} />
      <IconButton small icon={Maximize} label={t("fit")} onClick={onFit} />
    </div>
  );
}
