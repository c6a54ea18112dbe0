import type { ReactNode } from "react";
import { Component } from "react";
import { ErrorState } from "./ErrorState.tsx";

/** Shows an error in place of a part whose code cannot be loaded, so that the page stays usable. */
export class LoadErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    // The retry reloads the page, because `lazy` caches the failed import until a reload.
    return (
      <ErrorState
        message="This part of the page could not be loaded."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
