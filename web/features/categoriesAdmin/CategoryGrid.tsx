import type { ReactNode } from "react";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

const columns = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";

/** The cards of the categories, which are list items. */
export function CategoryGrid({ children }: { children: ReactNode }) {
  return <ul className={columns}>{children}</ul>;
}

/** The cards while the categories are being loaded. */
export function CategoryGridSkeleton() {
  return (
    <SkeletonGroup label="Loading categories" className={columns}>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </SkeletonGroup>
  );
}

function CardSkeleton() {
  return (
    <div className="rounded-xl border border-line bg-surface px-4 py-4">
      <Skeleton className="mt-1 w-1/2" />
      <Skeleton className="mt-4 w-3/4" />
      <Skeleton className="mt-2 w-14" />
    </div>
  );
}
