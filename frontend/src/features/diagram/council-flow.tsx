"use client";

import {
  Background,
  ConnectionMode,
  type Edge,
  type Node,
  ReactFlow,
  type ReactFlowProps,
} from "@xyflow/react";

const CULL_FROM_NODES = 100;

/** A council on dotted ground; of a large one only what is in sight is drawn. */
export function CouncilFlow<N extends Node, E extends Edge>({ children, ...props }: ReactFlowProps<N, E>) {
  return (
    <ReactFlow
      connectionMode={ConnectionMode.Loose}
      deleteKeyCode={null}
      minZoom={0.1}
      maxZoom={2}
      onlyRenderVisibleElements={(props.nodes?.length ?? 0) >= CULL_FROM_NODES}
      proOptions={{ hideAttribution: true }}
      {...props}
    >
      <Background gap={20} size={2} color="var(--canvas-dot)" />
      {children}
    </ReactFlow>
  );
}
