"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/ui/button";

/** A page that broke: says that nothing is lost and what to do. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const t = useTranslations();
  return (
    <main className="page" id="content">
      <div className="empty" role="alert">
        <h1>{t("failure.title")}</h1>
        <p>{t("failure.body")}</p>
        <code className="muted">{error.message}</code>
        <div className="row">
          <Button look="primary" onClick={retry}>
            {t("common.retry")}
          </Button>
          <Button onClick={() => window.location.reload()}>{t("failure.reload")}</Button>
        </div>
      </div>
    </main>
  );
}
