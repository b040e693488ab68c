"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ApiError } from "@/api/client";
import { councilQuery } from "@/api/queries";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { notify } from "@/ui/notify";
import { draft, isDirty, useDraft } from "./draft-store";

function Strip({ children }: { children: ReactNode }) {
  return (
    <div className="elsewhere notice-active" role="alert">
      <Icon of={CircleAlert} className="t-active" />
      {children}
    </div>
  );
}

/** Says when the open council was changed or deleted elsewhere, and lets the person choose; nothing is lost unseen. */
export function Elsewhere({ busy }: { busy: boolean }) {
  const t = useTranslations("canvas.elsewhere");
  const router = useRouter();
  const councilId = useDraft((state) => state.councilId);
  const version = useDraft((state) => state.version);
  const dirty = useDraft(isDirty);
  const { data, error } = useQuery({ ...councilQuery(councilId ?? ""), enabled: councilId !== null });
  if (councilId === null || busy) return null;
  if (error instanceof ApiError && error.status === 404) {
    const goOn = () => {
      router.replace("/rat-architekt/");
      draft.forgetCouncil();
    };
    return (
      <Strip>
        <p className="grow">{t("deleted")}</p>
        <Button size="sm" onClick={goOn}>
          {t("fine")}
        </Button>
      </Strip>
    );
  }
  if (data?.id !== councilId || version === null || data.updated_at === version) return null;
  const load = () => {
    draft.takeTheirs(data);
    notify.success(t("loaded"), { action: { label: t("back"), onClick: draft.undo } });
  };
  return (
    <Strip>
      <p className="grow">{t(dirty ? "changedDirty" : "changed")}</p>
      <Button size="sm" onClick={load}>
        {t("theirs")}
      </Button>
      <Button size="sm" onClick={() => draft.keepMine(data)}>
        {t("mine")}
      </Button>
    </Strip>
  );
}
