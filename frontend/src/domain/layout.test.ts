import { describe, expect, it } from "vitest";
import type { Blueprint, Edge } from "./blueprint";
import { backEdges, breadthFirst, entryOf, reaches } from "./graph";
import { arrange } from "./layout";
import { freePlace, inRows, isPlaced, NODE, placesOf } from "./places";
import { type Rect, routeEdges } from "./routing";

type Pair = readonly [string, string, string?];

function council(ids: string, ...pairs: Pair[]): Blueprint {
  const edges = pairs.map(([source, target, condition], i): Edge => {
    const conditional = condition ? { type: "conditional" as const, condition } : {};
    return { id: `e${i}`, source, target, ...conditional };
  });
  return { version: "1.0", name: "", nodes: [...ids].map((id) => ({ id })), edges };
}

const CONTENT = council(
  "rmkl",
  ["r", "m"],
  ["m", "k"],
  ["k", "m", "rework"],
  ["k", "r", "Quellen fehlen"],
  ["k", "l", "approve"],
);

function rectsOf(blueprint: Blueprint): Map<string, Rect> {
  return new Map([...arrange(blueprint)].map(([id, at]) => [id, { ...at, ...NODE }]));
}

function routesOf(blueprint: Blueprint) {
  const kinds = { rework: "rework", approve: "approve" } as const;
  const edges = blueprint.edges.map((edge) => ({
    id: edge.id,
    source: edge.source,
    target: edge.target,
    kind: edge.condition ? (kinds[edge.condition as "rework"] ?? ("custom" as const)) : ("linear" as const),
    labelWidth: edge.condition ? 160 : 0,
  }));
  return routeEdges(rectsOf(blueprint), edges);
}

const pointsOf = (path: string) =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((m) => ({ x: Number(m[1]), y: Number(m[2]) }));

describe("graph", () => {
  it("BP-9: the entry is the first node that no edge points to, else the first", () => {
    expect(entryOf(council("abc", ["b", "c"]))).toBe("a");
    expect(entryOf(council("ab", ["b", "a"]))).toBe("b");
    expect(entryOf(council("ab", ["a", "b"], ["b", "a"]))).toBe("a");
    expect(entryOf(council(""))).toBeUndefined();
  });

  it("BP-2: finds the edges that close a loop, self-loops and pure cycles included", () => {
    expect([...backEdges(CONTENT)].sort()).toEqual(["e2", "e3"]);
    expect([...backEdges(council("a", ["a", "a"]))]).toEqual(["e0"]);
    expect([...backEdges(council("abc", ["a", "b"], ["b", "c"], ["c", "a"]))]).toEqual(["e2"]);
  });

  it("visits breadth first and forgets nobody", () => {
    expect(breadthFirst(council("abcde", ["a", "c"], ["a", "b"], ["c", "d"]))).toEqual([
      "a",
      "c",
      "b",
      "d",
      "e",
    ]);
    expect(reaches(CONTENT, "r", "l")).toBe(true);
    expect(reaches(CONTENT, "l", "r")).toBe(false);
  });
});

describe("layout", () => {
  it("stands top to bottom from the entry; a cycle does not turn it over", () => {
    const places = arrange(CONTENT);
    const ys = ["r", "m", "k", "l"].map((id) => places.get(id)?.y);
    expect(ys).toEqual([0, 176, 352, 528]);
    expect(new Set(["r", "m", "k", "l"].map((id) => places.get(id)?.x)).size).toBe(1);
  });

  it("lets no node overlap another, whatever the shape", () => {
    const shapes = [
      council(
        "abcdefg",
        ["a", "b"],
        ["a", "c"],
        ["a", "d"],
        ["b", "e"],
        ["c", "e"],
        ["d", "e"],
        ["e", "a", "rework"],
        ["f", "f", "rework"],
      ),
      council("abcd", ["a", "b"], ["b", "a", "rework"], ["c", "d"], ["d", "c", "rework"]),
      council("abcdefgh"),
    ];
    for (const shape of shapes) {
      const rects = [...rectsOf(shape).values()];
      rects.forEach((a, i) => {
        for (const b of rects.slice(i + 1)) {
          const apart = Math.abs(a.x - b.x) >= NODE.width || Math.abs(a.y - b.y) >= NODE.height;
          expect(apart).toBe(true);
        }
      });
    }
  });

  it("stored positions stand; a council is placed when none is missing", () => {
    const stored = council("ab", ["a", "b"]);
    stored.nodes.forEach((node, i) => {
      node.position = { x: i * 500, y: 7 };
    });
    expect(isPlaced(stored)).toBe(true);
    expect(placesOf(stored).get("b")).toEqual({ x: 500, y: 7 });
    stored.nodes.push({ id: "c" });
    expect(isPlaced(stored)).toBe(false);
  });

  it("a thumbnail's rows go down from the entry, loops or not", () => {
    const places = inRows(CONTENT, { width: 10, height: 10 }, 14);
    expect([..."rmkl"].map((id) => places.get(id)?.y)).toEqual([0, 24, 48, 72]);
    const fork = inRows(council("abcd", ["a", "b"], ["a", "c"], ["b", "d"], ["c", "d"]), NODE, 10);
    expect([..."abcd"].map((id) => fork.get(id)?.y)).toEqual([0, 106, 106, 212]);
    expect(fork.get("b")?.x).not.toBe(fork.get("c")?.x);
  });

  it("finds a free place for a new node", () => {
    const taken = [
      { x: 0, y: 0 },
      { x: 0, y: 176 },
    ];
    const place = freePlace(taken, { x: 0, y: 0 });
    for (const other of taken) {
      expect(Math.abs(other.x - place.x) >= NODE.width || Math.abs(other.y - place.y) >= NODE.height).toBe(
        true,
      );
    }
  });
});

describe("routing", () => {
  const rects = rectsOf(CONTENT);
  const routes = routesOf(CONTENT);

  it("rework runs outside on the left, custom on the right, onward straight down", () => {
    const left = Math.min(...[...rects.values()].map((rect) => rect.x));
    const rightmost = Math.max(...[...rects.values()].map((rect) => rect.x + rect.width));
    expect(Math.min(...pointsOf(routes.get("e2")?.path ?? "").map((point) => point.x))).toBeLessThan(
      left - 40,
    );
    expect(Math.max(...pointsOf(routes.get("e3")?.path ?? "").map((point) => point.x))).toBeGreaterThan(
      rightmost + 40,
    );
    expect(new Set(pointsOf(routes.get("e0")?.path ?? "").map((point) => point.x)).size).toBe(1);
  });

  it("no label covers a node or another label", () => {
    const boxes = [...routes.entries()]
      .filter(([id]) => CONTENT.edges.find((edge) => edge.id === id)?.condition)
      .map(([, route]) => ({ x: route.label.x - 80, y: route.label.y - 14, width: 160, height: 28 }));
    const all = [...rects.values(), ...boxes];
    for (const box of boxes) {
      for (const other of all) {
        if (other === box) continue;
        const apart =
          box.x >= other.x + other.width ||
          other.x >= box.x + box.width ||
          box.y >= other.y + other.height ||
          other.y >= box.y + box.height;
        expect(apart).toBe(true);
      }
    }
  });

  it("each further loop on a side runs further out", () => {
    const nested = council("abc", ["a", "b"], ["b", "c"], ["b", "a", "rework"], ["c", "a", "rework"]);
    const nestedRoutes = routesOf(nested);
    const outermost = (id: string) =>
      Math.min(...pointsOf(nestedRoutes.get(id)?.path ?? "").map((point) => point.x));
    expect(outermost("e3")).toBeLessThanOrEqual(outermost("e2") - 16);
  });

  it("an edge that skips a row passes the node in between", () => {
    const skipping = council("abc", ["a", "b"], ["b", "c"], ["a", "c"]);
    const column = new Map(["a", "b", "c"].map((id, i) => [id, { x: 0, y: i * 176, ...NODE }] as const));
    const edges = skipping.edges.map((edge) => ({ ...edge, kind: "linear" as const, labelWidth: 0 }));
    const points = pointsOf(routeEdges(column, edges).get("e2")?.path ?? "");
    const vertical = points.filter((point) => point.y > 176 && point.y < 272).map((point) => point.x);
    const outside = points.some((point) => point.x > NODE.width || point.x < 0);
    expect(outside).toBe(true);
    expect(vertical.every((x) => x > NODE.width || x < 0)).toBe(true);
  });

  it("two directions between neighbours are two lines", () => {
    const pair = new Map([
      ["a", { x: 0, y: 0, ...NODE }],
      ["b", { x: 400, y: 0, ...NODE }],
    ]);
    const both = routeEdges(pair, [
      { id: "on", source: "a", target: "b", kind: "linear", labelWidth: 0 },
      { id: "back", source: "b", target: "a", kind: "rework", labelWidth: 0 },
    ]);
    const height = (id: string) => pointsOf(both.get(id)?.path ?? "").map((point) => point.y);
    expect(height("on").every((y) => !height("back").includes(y))).toBe(true);
  });

  it("skips edges whose end is missing", () => {
    expect(routesOf(council("a", ["a", "gone"])).size).toBe(0);
  });
});
