import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

export function NotificationsSkeleton() {
  return (
    <SkeletonGroup label="Loading notifications" className="divide-y divide-line">
      {["first", "second", "third", "fourth"].map((entry) => (
        <div key={entry} className="flex gap-3 px-4 py-3">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <Skeleton className="w-2/3" />
            <Skeleton className="mt-2 h-3 w-full" />
            <Skeleton className="mt-2 h-3 w-20" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
