import { Skeleton } from "#web/ui/Skeleton.tsx";

export function FeedbackCardSkeleton() {
  return (
    <div className="flex gap-3 rounded-xl border border-line bg-surface p-3 sm:gap-4 sm:p-4">
      <Skeleton className="h-16 w-13 shrink-0 rounded-xl" />
      <div className="min-w-0 flex-1">
        <Skeleton className="mt-1 w-2/3" />
        <Skeleton className="mt-2 w-full" />
        <Skeleton className="mt-1.5 w-4/5" />
        <div className="mt-3.5 flex gap-2">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-6 w-28" />
        </div>
      </div>
    </div>
  );
}
