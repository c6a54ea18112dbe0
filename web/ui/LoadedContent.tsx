import type { ReactNode } from "react";
import { ErrorState } from "./ErrorState.tsx";

/** The part of a query's result that decides what is displayed. */
export interface LoadedQuery<Data> {
  readonly data: Data | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedContentProps<Data> {
  query: LoadedQuery<Data>;
  /** Displayed until the data has loaded. */
  skeleton: ReactNode;
  /** Displayed, with a retry button, when there is no data because the request failed. */
  errorMessage: string;
  children: (data: Data) => ReactNode;
}

/** Displays a query's data, its skeleton while it loads, or its error state with a retry button. */
export function LoadedContent<Data>({
  query: { data, isPending, isFetching, refetch },
  skeleton,
  errorMessage,
  children,
}: LoadedContentProps<Data>) {
  if (data !== undefined) return children(data);
  if (isPending) return skeleton;
  return <ErrorState message={errorMessage} retrying={isFetching} onRetry={() => void refetch()} />;
}
