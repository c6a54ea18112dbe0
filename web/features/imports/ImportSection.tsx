import { useQuery } from "@tanstack/react-query";
import { IMPORT_UNDO_DAYS } from "#contract/imports.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Imports } from "./Imports.tsx";
import { importsQuery } from "./importQueries.ts";

/** The section where admins import feedback (docs/product-decisions.md "Import and export"). */
export function ImportSection() {
  const imports = useQuery(importsQuery());
  return (
    <ScreenSection id="import" title="Import">
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        Brings boards, feedback, comments and votes from another product. A check shows what becomes
        of each record before anything is imported. An import notifies nobody, and you can undo it
        for {IMPORT_UNDO_DAYS} days.
      </p>
      <LoadedContent
        query={imports}
        skeleton={<ImportSkeleton />}
        errorMessage="Failed to fetch imports"
      >
        {(runs) => <Imports runs={runs} />}
      </LoadedContent>
    </ScreenSection>
  );
}

function ImportSkeleton() {
  return (
    <SkeletonGroup label="Loading imports" className="rounded-xl border bg-surface p-4 sm:p-6">
      <Skeleton className="mb-6 w-40" />
      <Skeleton className="mb-6 h-32 w-full rounded-xl" />
      <Skeleton className="h-10 w-32 rounded-lg" />
    </SkeletonGroup>
  );
}
