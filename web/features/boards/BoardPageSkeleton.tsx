import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of a board's page. */
export function BoardPageSkeleton() {
  return (
    <SkeletonGroup label="Loading board">
      <Skeleton className="mt-1 h-8 w-56" />
      <Skeleton className="mt-3 w-80 max-w-full" />
      <Skeleton className="mt-8 h-10 w-full rounded-lg" />
      <div className="mt-12 flex flex-col gap-3">
        <Skeleton className="h-32 w-full rounded-xl" />
        <Skeleton className="h-32 w-full rounded-xl" />
        <Skeleton className="h-32 w-full rounded-xl" />
      </div>
    </SkeletonGroup>
  );
}
