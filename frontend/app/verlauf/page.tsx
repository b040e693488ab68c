import { Suspense } from "react";
import { History } from "@/features/history/history";

export default function Page() {
  return (
    <Suspense>
      <History />
    </Suspense>
  );
}
