"use client";

import { Failure } from "@/features/shell/failure";

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return <Failure error={error} retry={reset} />;
}
