"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { useContinue, useRunAgain, useStop } from "@/api/history-queries";
import { useErrorText } from "@/features/shell/error-text";
import { notify } from "@/ui/notify";
import { useOnce } from "@/ui/use-once";

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
    // A new run exists from the answer on; the page that shows it comes a moment later.
    pending: again.isPending || again.isSuccess || goOn.isPending || stop.isPending,
    again: useOnce((id: string, blueprint: "same" | "current") =>
      again.mutateAsync({ id, blueprint }).then((run) => watch(run.run_id), onError),
    ),
    goOn: useOnce((id: string) => goOn.mutateAsync(id).then(() => watch(id), onError)),
    stop: useOnce((id: string) => stop.mutateAsync(id).catch(onError)),
  };
}
