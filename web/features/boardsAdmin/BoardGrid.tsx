import type { ReactNode } from "react";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

const columns = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";

/** 1, 2 or 3 columns by screen width (SPEC section 2). The children are list items. */
export function BoardGrid({ children }: { children: ReactNode }) {
  return <ul className={columns}>{children}</ul>;
}

/** The grid while the boards are being loaded. */
export function BoardGridSkeleton() {
  return (
    <SkeletonGroup label="Loading boards" className={columns}>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </SkeletonGroup>
  );
}

function CardSkeleton() {
  return (
    <div className="rounded-xl border border-line bg-surface">
      <div className="p-4">
        <Skeleton className="mt-1 w-1/2" />
        <Skeleton className="mt-3 w-1/3" />
        <Skeleton className="mt-4 w-full" />
      </div>
      <div className="flex h-14 items-center justify-between border-t px-4">
        <Skeleton className="w-16" />
        <Skeleton className="w-14" />
      </div>
    </div>
  );
}
