"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";

export function NotFound() {
  const t = useTranslations("notFound");
  return (
    <main className="page" id="content">
      <div className="empty">
        <h1>{t("title")}</h1>
        <p>{t("body")}</p>
        <Link className="btn btn-primary" href="/rat-architekt/">
          {t("home")}
        </Link>
      </div>
    </main>
  );
}
