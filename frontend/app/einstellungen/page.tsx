import { Suspense } from "react";
import { Settings } from "@/features/settings/settings";

export default function Page() {
  return (
    <Suspense>
      <Settings />
    </Suspense>
  );
}
