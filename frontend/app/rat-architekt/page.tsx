import { Suspense } from "react";
import { Architect } from "@/features/canvas/architect";

export default function Page() {
  return (
    <Suspense>
      <Architect />
    </Suspense>
  );
}
