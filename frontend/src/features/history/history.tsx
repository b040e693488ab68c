"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";

export function History() {
  const t = useTranslations();
  return (
    <main className="page" id="content">
      <div className="empty">
        <h2>{t("history.emptyTitle")}</h2>
        <p>{t("history.emptyBody")}</p>
        <Link className="btn btn-primary" href="/rat-architekt/">
          {t("run.toArchitect")}
        </Link>
      </div>
    </main>
  );
}
