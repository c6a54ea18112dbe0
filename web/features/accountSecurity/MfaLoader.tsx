import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MfaStatus } from "#contract/mfa.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { mfaStatusQuery } from "./mfaStatusQuery.ts";

/** Loads the state of the second factor. Displays an error with a retry button if loading fails. */
export function MfaLoader({ children }: { children: (status: MfaStatus) => ReactNode }) {
  const { data, isPending, isFetching, refetch } = useQuery(mfaStatusQuery);
  if (data) return children(data);
  if (isPending) {
    return (
      <SkeletonGroup label="Loading two-factor authentication">
        <Skeleton className="w-2/3" />
      </SkeletonGroup>
    );
  }
  return (
    <ErrorState
      message="Failed to fetch two-factor authentication"
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
