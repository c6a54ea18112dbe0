import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { MfaStatus } from "#contract/mfa.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The query for the state of the account's second factor. The data is stale after ten seconds. */
export const mfaStatusQuery = { ...apiQuery("/api/user/mfa"), staleTime: 10_000 };

/** Loads the state of the second factor. Displays an error with a retry button if loading fails. */
export function MfaLoader({ children }: { children: (status: MfaStatus) => ReactNode }) {
  return (
    <LoadedContent
      query={useQuery(mfaStatusQuery)}
      skeleton={
        <SkeletonGroup label="Loading two-factor authentication">
          <Skeleton className="w-2/3" />
        </SkeletonGroup>
      }
      errorMessage="Failed to fetch two-factor authentication"
    >
      {children}
    </LoadedContent>
  );
}
