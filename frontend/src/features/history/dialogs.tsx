"use client";

import { Square, Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { useDeleteRuns } from "@/api/history-queries";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { notify } from "@/ui/notify";

/** Asks before runs are lost. */
export function DeleteDialog({
  ids,
  onClose,
  onDeleted,
}: {
  ids: readonly string[];
  onClose: () => void;
  onDeleted: () => void;
}) {
  const t = useTranslations("history");
  const tCommon = useTranslations("common");
  const textOf = useErrorText();
  const remove = useDeleteRuns();
  const confirm = () =>
    remove.mutate(ids, {
      onSuccess: () => {
        notify.success(t("removed", { count: ids.length }));
        onDeleted();
      },
      onError: (error) => notify.error(t("failed"), { description: textOf(error) }),
      onSettled: onClose,
    });
  return (
    <Dialog
      open={ids.length > 0}
      onClose={onClose}
      title={t("removeTitle", { count: ids.length })}
      description={t("removeBody")}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("cancel")}</Button>
          <Button className="btn-danger" icon={Trash2} disabled={remove.isPending} onClick={confirm}>
            {t("remove")}
          </Button>
        </>
      }
    />
  );
}

/** Asks before a run is stopped for good. */
export function StopDialog({
  open,
  onClose,
  onStop,
}: {
  open: boolean;
  onClose: () => void;
  onStop: () => void;
}) {
  const t = useTranslations("history");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("stopTitle")}
      description={t("stopBody")}
      footer={
        <>
          <Button onClick={onClose}>{t("keepGoing")}</Button>
          <Button className="btn-danger" icon={Square} onClick={onStop}>
            {t("stop")}
          </Button>
        </>
      }
    />
  );
}
