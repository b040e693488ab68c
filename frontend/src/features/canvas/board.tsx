"use client";

import {
  type Connection,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  type OnConnectEnd,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { NewAgent, Position } from "@/domain/blueprint";
import { NODE } from "@/domain/places";
import { CouncilFlow } from "@/features/diagram/council-flow";
import { type CouncilEdge, EdgeLine } from "@/features/diagram/edge-line";
import { Markers } from "@/features/diagram/markers";
import { useFit } from "@/features/diagram/use-fit";
import { ZoomBar } from "@/features/diagram/zoom-bar";
import { AgentCard, type CardNode } from "./agent-card";
import { blueprintOf, draft, type Selection, useDraft } from "./draft-store";
import { calloutBox, useDrawing, useFlowEdges, useFlowNodes } from "./flow-parts";
import { AGENT_MIME } from "./library";
import type { Checks } from "./use-checks";
import { useModelNames } from "./use-model-names";
import { useReveal } from "./use-reveal";

const nodeTypes = { agent: AgentCard };
const edgeTypes = { council: EdgeLine };
const MAP_FROM_NODES = 12;
const GRID: [number, number] = [4, 4];
/** Below this zoom nobody reads the small print on a card. */
const FAR_ZOOM = 0.4;

function applySelection(kind: keyof Selection, changes: readonly (NodeChange | EdgeChange)[]): void {
  const picked = changes.filter((change) => change.type === "select");
  if (picked.length === 0) return;
  const { selection } = useDraft.getState();
  const ids = new Set(selection[kind]);
  for (const change of picked) {
    if (change.selected) ids.add(change.id);
    else ids.delete(change.id);
  }
  draft.select({ ...selection, [kind]: ids });
}

function onNodesChange(changes: NodeChange<CardNode>[]): void {
  applySelection("nodes", changes);
  const moving = new Map<string, Position>();
  const dropped = new Map<string, Position>();
  for (const change of changes) {
    if (change.type !== "position" || !change.position) continue;
    (change.dragging ? moving : dropped).set(change.id, change.position);
  }
  if (moving.size > 0) draft.drag(moving);
  if (dropped.size > 0) draft.drop(dropped, useDraft.getState().dragged ? null : "move");
}

const onEdgesChange = (changes: EdgeChange<CouncilEdge>[]) => applySelection("edges", changes);

const onConnect = ({ source, target }: Connection) => draft.connect(source, target);

/** Marks the canvas while the mouse pans it, past React: nothing must be drawn anew for that. */
function usePanMark() {
  const canvas = useRef<HTMLElement>(null);
  const onMove = (event: MouseEvent | TouchEvent | null) => {
    const marks = canvas.current?.classList;
    if (event?.type !== "mousemove" || !marks || marks.contains("is-panned")) return;
    marks.add("is-panned");
    // Not mouseup: the zoom behaviour keeps that one to itself.
    window.addEventListener("pointerup", () => marks.remove("is-panned"), { once: true, capture: true });
  };
  return { canvas, onMove };
}

/** A line let go over an agent's card, not exactly on a handle, connects as well. */
const onConnectEnd: OnConnectEnd = (event, state) => {
  if (state.isValid || !state.fromNode) return;
  const at = "changedTouches" in event ? event.changedTouches[0] : event;
  const under = at && document.elementFromPoint(at.clientX, at.clientY);
  const target = under?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
  if (target) draft.connect(state.fromNode.id, target);
};

function useDrop(onFile: (file: File) => void) {
  const flow = useReactFlow();
  const [over, setOver] = useState(false);
  return {
    over,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      const isFile = event.dataTransfer.types.includes("Files");
      event.dataTransfer.dropEffect = "copy";
      if (isFile !== over) setOver(isFile);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
      const agent = event.dataTransfer.getData(AGENT_MIME);
      if (!agent) return;
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const wanted = { x: at.x - NODE.width / 2, y: at.y - NODE.height / 2 };
      draft.addAgent(JSON.parse(agent) as NewAgent, wanted);
    },
  };
}

function useAriaLabels() {
  const t = useTranslations("canvas");
  return useMemo(
    () => ({
      "node.a11yDescription.default": t("aria.node"),
      "node.a11yDescription.keyboardDisabled": t("aria.node"),
      "edge.a11yDescription.default": t("aria.edge"),
      "minimap.ariaLabel": t("zoom.map"),
      "handle.ariaLabel": t("aria.handle"),
    }),
    [t],
  );
}

/** The canvas itself; `children` lie above it while it is empty and still let things be dropped. */
export function Board({
  checks,
  onFile,
  children,
}: {
  checks: Checks;
  onFile: (file: File) => void;
  children?: ReactNode;
}) {
  const t = useTranslations("canvas");
  const blueprint = useDraft(blueprintOf);
  const dragged = useDraft((state) => state.dragged);
  const selection = useDraft((state) => state.selection);
  const fitRequest = useDraft((state) => state.fitRequest);
  const { labelOf, choices } = useModelNames();
  const drawing = useDrawing(blueprint, dragged);
  const context = { checks, choices, labelOf, selection };
  const nodes = useFlowNodes(blueprint, drawing, context);
  const edges = useFlowEdges(blueprint, drawing, context);
  const callouts = nodes.filter((node) => node.data.callout).map((node) => calloutBox(node.position));
  const boxes = [
    ...drawing.rects.values(),
    ...[...drawing.routes.values()].map((route) => route.box),
    ...callouts,
  ];
  const fit = useFit(boxes, fitRequest, `${callouts.length} ${blueprint.edges.length}`);
  const drawn = selection.edges.size === 1 ? ([...selection.edges][0] ?? null) : null;
  // Its kind decides on which side it runs and how wide its label is.
  const drawnKind = drawn && `${drawn} ${edges.find(({ id }) => id === drawn)?.data?.kind}`;
  useReveal(drawnKind, drawn ? (drawing.routes.get(drawn)?.box ?? null) : null);
  const { over, ...drop } = useDrop(onFile);
  const ariaLabels = useAriaLabels();
  const { canvas, onMove } = usePanMark();
  const far = useStore((state) => state.transform[2] < FAR_ZOOM);
  return (
    <section
      ref={canvas}
      className={`canvas${far ? " is-far" : ""}${dragged ? " is-dragging" : ""}`}
      aria-label={t("label")}
      {...drop}
    >
      <Markers />
      <CouncilFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onMove={onMove}
        connectionRadius={36}
        snapToGrid
        snapGrid={GRID}
        ariaLabelConfig={ariaLabels}
      >
        {nodes.length >= MAP_FROM_NODES && <MiniMap pannable zoomable className="minimap" />}
      </CouncilFlow>
      <ZoomBar onFit={fit} />
      {children}
      {over && <div className="drop-here">{t("import.drop")}</div>}
    </section>
  );
}
