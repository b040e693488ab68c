"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { useContinue, useRunAgain, useStop } from "@/api/history-queries";
import { useErrorText } from "@/features/shell/error-text";
import { notify } from "@/ui/notify";

/** What can be done with a run, each with its toast when it fails. */
export function useRunActions() {
  const t = useTranslations("history");
  const textOf = useErrorText();
  const router = useRouter();
  const again = useRunAgain();
  const goOn = useContinue();
  const stop = useStop();
  const onError = (error: unknown) => notify.error(t("failed"), { description: textOf(error) });
  const watch = (id: string) => router.push(`/konferenzzimmer/?run=${id}`);
  return {
    pending: again.isPending || goOn.isPending || stop.isPending,
    again: (id: string, blueprint: "same" | "current") =>
      again.mutate({ id, blueprint }, { onSuccess: (run) => watch(run.run_id), onError }),
    goOn: (id: string) => goOn.mutate(id, { onSuccess: () => watch(id), onError }),
    stop: (id: string) => stop.mutate(id, { onError }),
  };
}
