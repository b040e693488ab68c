import { describe, expect, it } from "vitest";
import {
  type Blueprint,
  edgeKind,
  emptyBlueprint,
  exportBlueprint,
  parseBlueprint,
  roleOf,
} from "./blueprint";
import { addAgent, connect, copy, moveNodes, paste, remove, updateNode, updateSettings } from "./operations";

const EXAMPLE = `{
  "version": "1.0",
  "name": "Mein Content-Rat",
  "nodes": [
    {
      "id": "node-1",
      "type": "agent",
      "name": "Master KI",
      "system_prompt": "…",
      "model": "claude-3-5-sonnet-20241022",
      "tools": {
        "web_search": false,
        "pdf_reader": false
      },
      "x_extra": {
        "kept": true
      }
    },
    {
      "id": "node-2",
      "type": "agent",
      "name": "Kritiker KI"
    }
  ],
  "edges": [
    {
      "id": "edge-1",
      "source": "node-1",
      "target": "node-2",
      "type": "linear"
    },
    {
      "id": "edge-2",
      "source": "node-2",
      "target": "node-1",
      "type": "conditional",
      "condition": "rework"
    }
  ]
}
`;

function three(): Blueprint {
  let blueprint = emptyBlueprint("Rat");
  for (const name of ["A", "B", "C"]) {
    blueprint = addAgent(blueprint, { name, position: { x: 0, y: 0 } }).blueprint;
  }
  return blueprint;
}

describe("import and export", () => {
  it("BP-13: import and export give back the same bytes, unknown fields included", () => {
    const blueprint = parseBlueprint(EXAMPLE);
    expect(blueprint && exportBlueprint(blueprint)).toBe(EXAMPLE);
  });

  it.each(["", "{", "[]", "null", '"text"', '{"nodes": 3}'])("refuses %j as a blueprint", (text) => {
    expect(parseBlueprint(text)).toBeNull();
  });
});

describe("drawing", () => {
  it("gives every agent and edge an id of its own, also after a deletion", () => {
    let blueprint = remove(three(), new Set(["node-2"]));
    const added = addAgent(blueprint, { name: "D" });
    expect(blueprint.nodes.map((node) => node.id)).not.toContain(added.id);
    blueprint = connect(added.blueprint, "node-1", "node-3").blueprint;
    blueprint = connect(blueprint, "node-3", added.id).blueprint;
    expect(new Set(blueprint.edges.map((edge) => edge.id)).size).toBe(2);
  });

  it("UI-3: an edge back is rework and turns the onward edge into approve", () => {
    let blueprint = three();
    blueprint = connect(blueprint, "node-1", "node-2").blueprint;
    blueprint = connect(blueprint, "node-2", "node-3").blueprint;
    blueprint = connect(blueprint, "node-2", "node-1").blueprint;
    expect(blueprint.edges.map(edgeKind)).toEqual(["linear", "approve", "rework"]);
    expect(roleOf(blueprint, "node-2")).toBe("critic");
    expect(roleOf(blueprint, "node-1")).toBe("writer");
  });

  it("UI-3: the onward edge of a critic is approve, whatever is drawn first", () => {
    let blueprint = connect(three(), "node-1", "node-2").blueprint;
    blueprint = connect(blueprint, "node-2", "node-1").blueprint;
    blueprint = connect(blueprint, "node-2", "node-3").blueprint;
    expect(blueprint.edges.map(edgeKind)).toEqual(["linear", "rework", "approve"]);
  });

  it("BP-2: an edge from an agent to itself is a rework loop", () => {
    expect(connect(three(), "node-1", "node-1").blueprint.edges.map(edgeKind)).toEqual(["rework"]);
  });

  it("deletes an agent with its edges and nothing else", () => {
    let blueprint = connect(three(), "node-1", "node-2").blueprint;
    blueprint = connect(blueprint, "node-1", "node-3").blueprint;
    blueprint = remove(blueprint, new Set(["node-2"]));
    expect(blueprint.nodes.map((node) => node.id)).toEqual(["node-1", "node-3"]);
    expect(blueprint.edges.map((edge) => edge.target)).toEqual(["node-3"]);
  });

  it("pastes copies with inner edges under new ids and leaves the originals", () => {
    let blueprint = connect(three(), "node-1", "node-2").blueprint;
    blueprint = connect(blueprint, "node-2", "node-3").blueprint;
    const clip = copy(blueprint, new Set(["node-1", "node-2"]));
    const pasted = paste(blueprint, clip, { x: 40, y: 40 });
    expect(pasted.ids).toHaveLength(2);
    expect(pasted.blueprint.nodes).toHaveLength(5);
    expect(new Set(pasted.blueprint.nodes.map((node) => node.id)).size).toBe(5);
    const inner = pasted.blueprint.edges.at(-1);
    expect([inner?.source, inner?.target]).toEqual(pasted.ids);
    expect(pasted.blueprint.edges).toHaveLength(3);
    expect(pasted.blueprint.nodes.at(-1)?.position).toEqual({ x: 40, y: 40 });
    const twice = paste(pasted.blueprint, clip, { x: 80, y: 80 });
    expect(new Set(twice.blueprint.edges.map((edge) => edge.id)).size).toBe(4);
  });

  it("a cleared field leaves the blueprint, settings included", () => {
    const blueprint = updateNode(updateNode(three(), "node-1", { threshold: 7 }), "node-1", {
      threshold: undefined,
    });
    expect(blueprint.nodes[0]).not.toHaveProperty("threshold");
    const settled = updateSettings(blueprint, { approval_threshold: 9 });
    expect(settled.settings).toEqual({ approval_threshold: 9 });
    expect(updateSettings(settled, { approval_threshold: undefined })).not.toHaveProperty("settings");
  });

  it("moves only the named nodes", () => {
    const moved = moveNodes(three(), new Map([["node-2", { x: 10.4, y: 20.6 }]]));
    expect(moved.nodes.map((node) => node.position)).toEqual([
      { x: 0, y: 0 },
      { x: 10, y: 21 },
      { x: 0, y: 0 },
    ]);
  });
});
