import { Card } from "#web/ui/Card.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

export function SiteSettingsSkeleton() {
  return (
    <SkeletonGroup label="Loading site settings">
      <Card className="max-w-2xl" footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-40" />
        <div className="flex flex-col gap-5">
          <FieldSkeleton className="w-full" />
          <SwitchSkeleton />
          <SwitchSkeleton />
          <SwitchSkeleton />
          <FieldSkeleton className="w-32" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}

function FieldSkeleton({ className }: { className: string }) {
  return (
    <div>
      <Skeleton className="mb-2 w-28" />
      <Skeleton className={`h-10 rounded-lg ${className}`} />
      <Skeleton className="mt-2 w-3/4" />
    </div>
  );
}

function SwitchSkeleton() {
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0 flex-1">
        <Skeleton className="w-44" />
        <Skeleton className="mt-2 w-5/6" />
      </div>
      <Skeleton className="h-6 w-11 rounded-full" />
    </div>
  );
}
