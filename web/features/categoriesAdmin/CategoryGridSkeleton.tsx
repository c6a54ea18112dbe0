import { CardGridSkeleton } from "#web/ui/CardGrid.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";

/** The skeleton of the grid, displayed while the categories are loading. */
export function CategoryGridSkeleton() {
  return (
    <CardGridSkeleton label="Loading categories">
      <CardSkeleton />
    </CardGridSkeleton>
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
