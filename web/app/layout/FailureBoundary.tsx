import type { ReactNode } from "react";
import { Component } from "react";
import type { RouteState } from "#web/app/navigation/routeState.ts";
import { PageFailure } from "./PageFailure.tsx";

interface FailureBoundaryProps {
  /** With the next one what failed is tried anew. */
  route: RouteState;
  children: ReactNode;
}

interface FailureState {
  readonly route: RouteState;
  readonly failure: { readonly error: unknown } | null;
}

/** Stands in for what cannot be drawn. In the browser only: on the server it is the whole document that fails. */
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
    return failure ? <PageFailure error={failure.error} /> : this.props.children;
  }
}
