import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

const CHOICES = ["immediate", "daily", "weekly", "off"];

export function NotificationsSkeleton() {
  return (
    <SkeletonGroup label="Loading the notification settings" className="flex flex-col gap-5">
      {CHOICES.map((choice) => (
        <div key={choice}>
          <Skeleton className="w-24" />
          <Skeleton className="mt-2 w-3/4" />
        </div>
      ))}
      <Skeleton className="h-10 w-full rounded-lg" />
    </SkeletonGroup>
  );
}
