import { CardGridSkeleton } from "#web/ui/CardGrid.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";

/** The skeleton of the grid, displayed while the boards are loading. */
export function BoardGridSkeleton() {
  return (
    <CardGridSkeleton label="Loading boards">
      <CardSkeleton />
    </CardGridSkeleton>
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
