import { Card } from "#web/ui/Card.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of the profile form. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading company profile">
      <Card className="max-w-2xl" footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-36" />
        <div className="flex flex-col gap-5">
          <FieldSkeleton className="h-10" />
          <FieldSkeleton className="h-24" />
          <FieldSkeleton className="h-10" />
          <Skeleton className="h-10 w-full rounded-lg" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}

function FieldSkeleton({ className }: { className: string }) {
  return (
    <div>
      <Skeleton className="mb-2 w-28" />
      <Skeleton className={`w-full rounded-lg ${className}`} />
    </div>
  );
}
