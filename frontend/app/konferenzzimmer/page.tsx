import { Suspense } from "react";
import { ConferenceRoom } from "@/features/run/conference-room";

export default function Page() {
  return (
    <Suspense>
      <ConferenceRoom />
    </Suspense>
  );
}
