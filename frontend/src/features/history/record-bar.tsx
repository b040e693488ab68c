import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "@/ui/icon";

/** The topic of what is looked at, with the way back to the list and what can be done. */
export function RecordBar({ topic, back, children }: { topic: string; back: string; children: ReactNode }) {
  return (
    <div className="rec-bar">
      <Link className="btn btn-ghost btn-icon muted" href="/verlauf/" aria-label={back}>
        <Icon of={ArrowLeft} />
      </Link>
      <h1 className="topic-q ell grow" title={topic}>
        {topic}
      </h1>
      {children}
    </div>
  );
}
