import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { SERIES } from "./series.ts";

/** The skeleton of the figures. */
export function DashboardSkeleton() {
  return (
    <SkeletonGroup label="Loading figures" className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 xl:grid-cols-5 xl:*:last:col-span-1">
        {SERIES.map(({ key }) => (
          <div key={key} className="rounded-xl border bg-surface px-4 py-3">
            <Skeleton className="mt-0.5 w-20" />
            <Skeleton className="mt-2 h-6 w-14" />
            <Skeleton className="mt-1 h-3 w-10" />
          </div>
        ))}
      </div>
      <div className="rounded-xl border bg-surface p-4 sm:px-6 sm:py-5">
        <Skeleton className="mt-1 h-5 w-56 max-w-full" />
        <Skeleton className="mt-8 h-44" />
        <Skeleton className="mt-2 h-3 w-24" />
      </div>
    </SkeletonGroup>
  );
}
