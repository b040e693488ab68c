"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { councilQuery } from "@/api/queries";
import { notify } from "@/ui/notify";
import { draft, useDraft } from "./draft-store";

/** Opens the council that the address names, once per visit of that address; unsaved work is guarded. */
export function useOpenByAddress(leave: (action: () => void) => void): void {
  const t = useTranslations("canvas.toast");
  const router = useRouter();
  const id = useSearchParams().get("council");
  const councilId = useDraft((state) => state.councilId);
  const [seen, setSeen] = useState<string | null>(null);
  const wanted = id !== null && id !== councilId && id !== seen ? id : null;
  const { data, error } = useQuery({ ...councilQuery(wanted ?? ""), enabled: wanted !== null });

  useEffect(() => {
    if (id === null) setSeen(null);
    else if (id === councilId) setSeen(id);
  }, [id, councilId]);

  useEffect(() => {
    if (id === null && councilId !== null)
      router.replace(`/rat-architekt/?council=${encodeURIComponent(councilId)}`);
  }, [id, councilId, router]);

  useEffect(() => {
    if (wanted === null || data?.id !== wanted) return;
    setSeen(wanted);
    leave(() => draft.open(data));
  }, [wanted, data, leave]);

  useEffect(() => {
    if (wanted === null || !error) return;
    setSeen(wanted);
    notify.error(t("missing"));
    router.replace("/rat-architekt/");
  }, [wanted, error, router, t]);
}
