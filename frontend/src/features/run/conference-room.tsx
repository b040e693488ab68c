"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";

export function ConferenceRoom() {
  const t = useTranslations("run");
  return (
    <main className="page" id="content">
      <div className="empty">
        <h2>{t("emptyTitle")}</h2>
        <p>{t("emptyBody")}</p>
        <Link className="btn btn-primary" href="/rat-architekt/">
          {t("toArchitect")}
        </Link>
      </div>
    </main>
  );
}
