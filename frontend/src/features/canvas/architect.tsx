"use client";

export function Architect() {
  return <main className="arch" id="content" />;
}
