import type { ReactNode } from "react";
import { type AgentNode, titleOf } from "@/domain/blueprint";
import { Icon } from "@/ui/icon";
import { iconOf } from "./agent-icons";

/** Picture and name of an agent, and a line below. */
export function NodeHead({ agent, children }: { agent: AgentNode; children: ReactNode }) {
  return (
    <div className="node-h">
      <span className="tile">
        <Icon of={iconOf(agent)} />
      </span>
      <div className="grow">
        <div className="node-n ell">{titleOf(agent)}</div>
        {children}
      </div>
    </div>
  );
}
