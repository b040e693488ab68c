"use client";

import { useTranslations } from "use-intl";
import { ApiError, NetworkError } from "@/api/client";
import { Button } from "@/ui/button";
import { useErrorText } from "./error-text";

/** A page that broke: says that nothing is lost and what to do. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const t = useTranslations();
  const textOf = useErrorText();
  const known = error instanceof ApiError || error instanceof NetworkError;
  return (
    <main className="page" id="content">
      <div className="empty" role="alert">
        <h1>{t("failure.title")}</h1>
        <p>{t("failure.body")}</p>
        {known ? <p>{textOf(error)}</p> : <code className="muted">{error.message}</code>}
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
