import { describe, expect, it } from "vitest";
import type { Problem } from "@/api/types";
import { emptyBlueprint } from "./blueprint";
import { addAgent, connect } from "./operations";
import { sortProblems } from "./problems";

const problem = (path: string, severity: Problem["severity"] = "error"): Problem => ({
  path,
  severity,
  code: "x",
  message: "",
  hint: "",
});

describe("problems", () => {
  const one = addAgent(emptyBlueprint(), { name: "A" });
  const { blueprint } = connect(one.blueprint, one.id, one.id);

  it("BP-11: stand on the node or edge that their path names", () => {
    const sorted = sortProblems(
      [
        problem("/nodes/0/model", "warning"),
        problem("/nodes/0"),
        problem("/edges/0/target"),
        problem(""),
        problem("/nodes/7"),
      ],
      blueprint,
    );
    expect(sorted.nodes.get("node-1")?.map((found) => found.path)).toEqual(["/nodes/0", "/nodes/0/model"]);
    expect(sorted.edges.get("edge-1")).toHaveLength(1);
    expect(sorted.council).toHaveLength(2);
    expect([sorted.errors, sorted.warnings]).toEqual([4, 1]);
  });
});
