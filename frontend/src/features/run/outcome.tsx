"use client";

import { CircleAlert, CircleCheck, RotateCcw, Square, X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { type RunWithBlueprint, useContinueRun } from "@/api/run-queries";
import type { Budget } from "@/domain/blueprint";
import { elapsed, ownWords, type RunFacts, stopwatch } from "@/domain/run-facts";
import type { RunView } from "@/domain/run-view";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { NumberField } from "@/ui/fields";
import { Icon } from "@/ui/icon";
import { notify } from "@/ui/notify";
import { useOnce } from "@/ui/use-once";
import { useErrorWords } from "./error-words";

type Props = {
  runId: string;
  run: RunWithBlueprint;
  view: RunView;
  facts: RunFacts;
  onContinued: () => void;
};

function useContinue({ runId, onContinued }: Pick<Props, "runId" | "onContinued">) {
  const t = useTranslations("run");
  const textOf = useErrorText();
  const goOn = useContinueRun(runId);
  return {
    pending: goOn.isPending,
    goOn: useOnce((budget?: Budget) =>
      goOn
        .mutateAsync(budget)
        .then(onContinued, (error) => notify.error(t("actionFailed"), { description: textOf(error) })),
    ),
  };
}

function Notice({
  look,
  icon,
  title,
  children,
}: {
  look: string;
  icon: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className={`notice ${look} outcome`} role="status">
      {icon}
      <div className="grow">
        <p className="w6 strong">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** What failed, at which agent, whether trying again can help, and exactly that. */
function Failed(props: Props) {
  const t = useTranslations("run.end");
  const { view, facts } = props;
  const { goOn, pending } = useContinue(props);
  const wordsOf = useErrorWords();
  const error = view.end?.error;
  const rejected = error?.code === "rejected" || view.decisions.at(-1)?.action === "reject";
  if (rejected) {
    return (
      <Notice look="" icon={<Icon of={X} />} title={t("rejected")}>
        <p className="muted">{view.decisions.at(-1)?.reason || t("rejectedBody")}</p>
      </Notice>
    );
  }
  const message = error ? wordsOf(error) : "";
  const details = error ? ownWords(error) : "";
  const variable = typeof error?.details?.variable === "string" ? error.details.variable : null;
  return (
    <Notice look="notice-danger" icon={<Icon of={CircleAlert} className="t-danger" />} title={t("failed")}>
      <p>{error?.node ? t("failedAt", { name: facts.nameOf(error.node), message }) : message}</p>
      {details !== message && (
        <p className="muted t12" lang="en">
          {details}
        </p>
      )}
      {variable && <code className="strong">{variable}</code>}
      <p className="muted">{error?.retryable ? t("retryHelps") : t("retryNot")}</p>
      <div className="row mt-2.5 flex-wrap">
        <Button look="primary" icon={RotateCcw} disabled={pending} onClick={() => goOn()}>
          {t("continue")}
        </Button>
        {variable && (
          <Link className="btn btn-ghost" href="/einstellungen/">
            {t("setUp")}
          </Link>
        )}
      </div>
    </Notice>
  );
}

/** An empty field means that there is no limit, which has to be said: what is left out stays as it was. */
const lifted = ({ tokens = null, cost_usd = null, minutes = null }: Budget): Budget => ({
  tokens,
  cost_usd,
  minutes,
});

/** The budget is used up: the run waits for a higher one. */
export function BudgetPause(props: Props) {
  const t = useTranslations("run.budgetPause");
  const tPanel = useTranslations("canvas.panel");
  const { run, view, facts } = props;
  const { goOn, pending } = useContinue(props);
  const [budget, setBudget] = useState<Budget>(() => {
    const { tokens, cost_usd, minutes } = run.budget ?? {};
    const { usage } = view;
    const doubled = (limit: number | null | undefined, used = 0) =>
      limit ? Math.max(limit, used) * 2 : undefined;
    return {
      tokens: doubled(tokens, usage.input_tokens + usage.output_tokens),
      cost_usd: doubled(cost_usd, usage.cost_usd ?? 0),
      minutes: doubled(minutes),
    };
  });
  const fields = [
    ["tokens", tPanel("tokens"), true],
    ["cost_usd", tPanel("cost"), false],
    ["minutes", tPanel("minutes"), false],
  ] as const;
  const name = (view.pause?.nextNodes ?? []).map(facts.nameOf).join(", ");
  return (
    <Notice look="notice-active" icon={<Icon of={CircleAlert} className="t-active" />} title={t("title")}>
      <p>{t("body", { name })}</p>
      <div className="max-w-90">
        {fields.map(([part, label, whole]) => (
          <NumberField
            key={part}
            label={label}
            whole={whole}
            placeholder={tPanel("noLimit")}
            value={budget[part]}
            onChange={(value) => setBudget({ ...budget, [part]: value })}
          />
        ))}
      </div>
      <Button look="primary" disabled={pending} onClick={() => goOn(lifted(budget))}>
        {t("go")}
      </Button>
    </Notice>
  );
}

/** How the run ended, above its document. */
export function Outcome(props: Props) {
  const t = useTranslations("run.end");
  const { view } = props;
  if (view.status === "paused" && view.pause?.reason === "budget") return <BudgetPause {...props} />;
  if (!view.end) return null;
  if (view.end.status === "failed") return <Failed {...props} />;
  if (view.end.status === "cancelled") {
    return (
      <Notice look="" icon={<Icon of={Square} />} title={t("cancelled")}>
        <p className="muted">{t(view.drafts.length > 0 ? "cancelledBody" : "cancelledEarly")}</p>
      </Notice>
    );
  }
  const time = stopwatch(elapsed(view, 0));
  return (
    <Notice
      look="notice-success"
      icon={<Icon of={CircleCheck} className="t-success" />}
      title={t("completed")}
    >
      <p className="muted">{t("completedBody", { rounds: view.end.rounds, time })}</p>
    </Notice>
  );
}
