import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

export function FeedbackDetailSkeleton() {
  return (
    <SkeletonGroup label="Loading feedback" className="max-w-180">
      <Skeleton className="mb-5 h-9 w-3/4" />
      <div className="flex gap-4 sm:gap-5">
        <Skeleton className="h-19 w-16 shrink-0 rounded-xl" />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="mt-3" />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
