import type { ReactNode } from "react";
import { Component } from "react";
import type { RouteState } from "#web/app/navigation/routeState.ts";
import { PageFailure } from "./PageFailure.tsx";

interface FailureBoundaryProps {
  /** The current route. A change of the route resets the failure. */
  route: RouteState;
  children: ReactNode;
}

interface FailureState {
  readonly route: RouteState;
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Shows an error in place of children that fail to render. This happens in the browser only: on the
 * server a render error fails the whole document.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, FailureState> {
  override state: FailureState = { route: this.props.route, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<FailureState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { route }: FailureBoundaryProps,
    shown: FailureState,
  ): FailureState | null {
    return route === shown.route ? null : { route, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? (
      <PageFailure error={failure.error} isNetworkError={false} />
    ) : (
      this.props.children
    );
  }
}
