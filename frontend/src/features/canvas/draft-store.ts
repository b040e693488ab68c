"use client";

import { create } from "zustand";
import type { Council } from "@/api/types";
import {
  type AgentNode,
  type Blueprint,
  type Edge,
  emptyBlueprint,
  type NewAgent,
  type Position,
} from "@/domain/blueprint";
import { begin, type History, redo, seal, step, undo } from "@/domain/history";
import * as operations from "@/domain/operations";
import { freePlace, isPlaced, placesOf } from "@/domain/places";
import { later } from "@/ui/later";

export type Selection = { nodes: ReadonlySet<string>; edges: ReadonlySet<string> };

type DraftState = {
  councilId: string | null;
  history: History<Blueprint>;
  /** The value that the server holds; the draft is unsaved while it is another one. */
  saved: Blueprint | null;
  changedAt: number | null;
  /** `updated_at` of the council that this draft goes on from: another one there means somebody else saved. */
  version: string | null;
  selection: Selection;
  /** Where dragged nodes are until they are dropped. */
  dragged: ReadonlyMap<string, Position> | null;
  clip: operations.Clip | null;
  pastes: number;
  /** Grows when the view should show the whole council again. */
  fitRequest: number;
};

const NOTHING: Selection = { nodes: new Set(), edges: new Set() };
const PASTE_STEP = 40;

const layout = later(() => import("@/domain/layout"));

const fresh = (blueprint: Blueprint): Pick<DraftState, "history" | "selection" | "dragged"> => ({
  history: begin(blueprint),
  selection: NOTHING,
  dragged: null,
});

const blank = emptyBlueprint();

/** The council on the canvas with its undo steps; server state lives in the query cache, not here. */
export const useDraft = create<DraftState>(() => ({
  ...fresh(blank),
  councilId: null,
  saved: blank,
  changedAt: null,
  version: null,
  clip: null,
  pastes: 0,
  fitRequest: 0,
}));

const { getState, setState } = useDraft;

export const blueprintOf = (state: DraftState): Blueprint => state.history.present;
export const isDirty = (state: DraftState): boolean => state.history.present !== state.saved;

function change(next: Blueprint, tag: string | null = null, selection?: Selection): void {
  const { history } = getState();
  if (next === history.present) return;
  setState({ history: step(history, next, tag), changedAt: Date.now(), ...(selection ? { selection } : {}) });
}

let arrival = 0;

/** Goes on with every node at a place of its own; the layout is loaded when a place is missing. */
function whenPlaced(blueprint: Blueprint, goOn: (placed: Blueprint) => void): void {
  arrival += 1;
  const mine = arrival;
  if (isPlaced(blueprint)) goOn(blueprint);
  else
    void arranged(blueprint).then((placed) => {
      if (mine === arrival) goOn(placed);
    });
}

async function arranged(blueprint: Blueprint): Promise<Blueprint> {
  const { arrange } = await layout();
  return operations.moveNodes(blueprint, arrange(blueprint));
}

const only = (kind: keyof Selection, ids: Iterable<string>): Selection => ({
  ...NOTHING,
  [kind]: new Set(ids),
});

export const draft = {
  open(council: Council): void {
    whenPlaced(council.data, (blueprint) => {
      const { id: councilId, updated_at: version } = council;
      setState({ ...fresh(blueprint), councilId, version, saved: blueprint, changedAt: null });
      draft.fit();
    });
  },

  /** Starts from a value that no server holds: a template, an import, a copy; `saved` only if empty. */
  begin(begun: Blueprint): void {
    whenPlaced(begun, (blueprint) => {
      const empty = blueprint.nodes.length === 0;
      setState({
        ...fresh(blueprint),
        councilId: null,
        version: null,
        saved: empty ? blueprint : null,
        changedAt: empty ? null : Date.now(),
      });
      draft.fit();
    });
  },

  markSaved({ id: councilId, updated_at: version }: Council, blueprint: Blueprint): void {
    setState({ councilId, version, saved: blueprint, history: seal(getState().history) });
  },

  /** Goes on with what was saved elsewhere, as one step: undo brings the own drawing back. */
  takeTheirs(council: Council): void {
    whenPlaced(council.data, (blueprint) => {
      change(blueprint, null, NOTHING);
      setState({ saved: blueprint, version: council.updated_at });
      draft.fit();
    });
  },

  /** Goes on with the own drawing; the next save replaces what was saved elsewhere. */
  keepMine(council: Council): void {
    setState({ saved: null, version: council.updated_at, changedAt: getState().changedAt ?? Date.now() });
  },

  /** The saved council is gone: what is drawn stays and counts as unsaved. */
  forgetCouncil(): void {
    setState({ councilId: null, version: null, saved: null, changedAt: getState().changedAt ?? Date.now() });
  },

  restore(kept: {
    councilId: string | null;
    blueprint: Blueprint;
    unsaved: boolean;
    changedAt: number | null;
    version?: string | null;
  }): void {
    whenPlaced(kept.blueprint, (blueprint) => {
      const { councilId, unsaved, changedAt, version = null } = kept;
      setState({ ...fresh(blueprint), councilId, version, saved: unsaved ? null : blueprint, changedAt });
      draft.fit();
    });
  },

  fit(): void {
    setState({ fitRequest: getState().fitRequest + 1 });
  },

  select(selection: Partial<Selection>): void {
    setState({ selection: { ...NOTHING, ...selection } });
  },

  setName(name: string): void {
    change({ ...blueprintOf(getState()), name }, "name");
  },

  setDescription(description: string): void {
    const { description: _, ...rest } = blueprintOf(getState());
    change((description ? { ...rest, description } : rest) as Blueprint, "description");
  },

  addAgent(agent: NewAgent, wanted?: Position): void {
    const blueprint = blueprintOf(getState());
    const places = [...placesOf(blueprint).values()];
    const lowest = places.reduce<Position | null>((low, at) => (low && low.y >= at.y ? low : at), null);
    const below = lowest ? { x: lowest.x, y: lowest.y + 176 } : { x: 0, y: 0 };
    const position = freePlace(places, wanted ?? below);
    const added = operations.addAgent(blueprint, { ...agent, position });
    change(added.blueprint, null, only("nodes", [added.id]));
    if (!wanted) draft.fit();
  },

  updateNode(id: string, patch: Partial<AgentNode>, field: string): void {
    change(operations.updateNode(blueprintOf(getState()), id, patch), `${id}.${field}`);
  },

  updateEdge(id: string, patch: Partial<Edge>, field: string): void {
    change(operations.updateEdge(blueprintOf(getState()), id, patch), `${id}.${field}`);
  },

  updateSettings(patch: Parameters<typeof operations.updateSettings>[1], field: string): void {
    change(operations.updateSettings(blueprintOf(getState()), patch), `settings.${field}`);
  },

  connect(source: string, target: string): void {
    const connected = operations.connect(blueprintOf(getState()), source, target);
    change(connected.blueprint, null, only("edges", [connected.id]));
  },

  drag(positions: ReadonlyMap<string, Position>): void {
    setState({ dragged: new Map([...(getState().dragged ?? []), ...positions]) });
  },

  drop(positions: ReadonlyMap<string, Position>, tag: string | null = null): void {
    const all = new Map([...(getState().dragged ?? []), ...positions]);
    setState({ dragged: null });
    change(operations.moveNodes(blueprintOf(getState()), all), tag);
  },

  async arrange(): Promise<void> {
    const before = blueprintOf(getState());
    const after = await arranged(before);
    if (blueprintOf(getState()) !== before) return;
    change(after);
    draft.fit();
  },

  remove(ids?: ReadonlySet<string>): void {
    const { selection } = getState();
    const gone = ids ?? new Set([...selection.nodes, ...selection.edges]);
    if (gone.size > 0) change(operations.remove(blueprintOf(getState()), gone), null, NOTHING);
  },

  copy(): number {
    const { selection } = getState();
    if (selection.nodes.size === 0) return 0;
    const clip = operations.copy(blueprintOf(getState()), selection.nodes);
    setState({ clip, pastes: 0 });
    return clip.nodes.length;
  },

  paste(): number {
    const { clip, pastes } = getState();
    if (!clip) return 0;
    const away = PASTE_STEP * (pastes + 1);
    const pasted = operations.paste(blueprintOf(getState()), clip, { x: away, y: away });
    setState({ pastes: pastes + 1 });
    change(pasted.blueprint, null, only("nodes", pasted.ids));
    return pasted.ids.length;
  },

  duplicateSelection(): void {
    const { clip, pastes } = getState();
    if (draft.copy() > 0) draft.paste();
    setState({ clip, pastes });
  },

  selectAll(): void {
    const blueprint = blueprintOf(getState());
    draft.select({ nodes: new Set(blueprint.nodes.map((node) => node.id)) });
  },

  undo(): void {
    setState({ history: undo(getState().history), selection: NOTHING, dragged: null, changedAt: Date.now() });
  },

  redo(): void {
    setState({ history: redo(getState().history), selection: NOTHING, dragged: null, changedAt: Date.now() });
  },

  seal(): void {
    setState({ history: seal(getState().history) });
  },
};
