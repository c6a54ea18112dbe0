import { Card } from "#web/ui/Card.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of the domain screen. */
export function DomainSkeleton() {
  return (
    <SkeletonGroup label="Loading domain settings" className="flex flex-col gap-6">
      <Card className="max-w-2xl" footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-40" />
        <Skeleton className="mb-2 w-28" />
        <Skeleton className="h-10 w-full rounded-lg" />
      </Card>
      <Card>
        <Skeleton className="mb-6 h-5 w-32" />
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-6 h-36 w-full max-w-2xl rounded-lg" />
      </Card>
    </SkeletonGroup>
  );
}
