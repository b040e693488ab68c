"use client";

import { Component, type ReactNode } from "react";
import { Failure } from "./failure";

/** Catches what a page throws, so that the navigation stays usable; a quiet one shows nothing instead. */
export class Boundary extends Component<{ children: ReactNode; quiet?: boolean }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (this.state.error && this.props.quiet) return null;
    if (this.state.error)
      return <Failure error={this.state.error} retry={() => this.setState({ error: null })} />;
    return this.props.children;
  }
}
