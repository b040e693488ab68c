"use client";

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { useProblems } from "@/api/queries";
import type { Problem } from "@/api/types";
import type { AgentNode, Blueprint } from "@/domain/blueprint";
import { type Provider, providerOf } from "@/domain/models";
import { type ProblemsByPlace, sortProblems } from "@/domain/problems";

const QUIET_MS = 150;

/** The same blueprint without what only the canvas cares for, so that dragging checks nothing. */
function unplaced(blueprint: Blueprint): Blueprint {
  return { ...blueprint, nodes: blueprint.nodes.map(({ position: _, ...node }) => node as AgentNode) };
}

function useQuiet<T>(value: T): T {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return quiet;
}

export type Checks = ProblemsByPlace & {
  /** Models that are named but not ready: they stop a start, not a save. */
  unready: Set<string>;
};

function unreadyProblem(index: number, title: string, hint: string): Problem {
  return { path: `/nodes/${index}/model`, code: "model_not_ready", severity: "error", message: title, hint };
}

/** Everything that is wrong with the drawing, by node and edge. */
export function useChecks(
  blueprint: Blueprint,
  providers: readonly Provider[],
  labelOf: (name?: string) => string,
): Checks {
  const t = useTranslations("canvas.model");
  const settled = useQuiet(useDeferredValue(blueprint));
  const semantic = useMemo(() => unplaced(settled), [settled]);
  const { data } = useProblems(semantic, settled.nodes.length > 0);
  return useMemo(() => {
    const unready = new Set<string>();
    const missing = blueprint.nodes.flatMap((node, i) => {
      const provider = providerOf(node.model, providers);
      if (!provider || provider.ready) return [];
      unready.add(node.id);
      const [variable] = provider.configured ? [] : provider.set;
      const hint = variable ? t("missing", { variable }) : t("noAnswer", { provider: provider.title });
      return [unreadyProblem(i, t("notReadyTitle", { model: labelOf(node.model) }), hint)];
    });
    const found = settled.nodes.length > 0 ? (data ?? []) : [];
    const sorted = sortProblems([...missing, ...found], blueprint);
    return { ...sorted, unready };
  }, [blueprint, settled, data, providers, labelOf, t]);
}
