import { Card } from "#web/ui/Card.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of the branding form. */
export function BrandingSkeleton() {
  return (
    <SkeletonGroup label="Loading brand settings">
      <Card footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-36" />
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
          <div>
            <Skeleton className="mb-2 w-24" />
            <Skeleton className="h-10 w-full rounded-lg" />
            <Skeleton className="mt-2 w-40" />
          </div>
        </div>
        <Skeleton className="mt-6 h-10 w-28" />
        <div className="mt-8 grid gap-4 md:grid-cols-2">
          <Skeleton className="h-48 w-full rounded-xl" />
          <Skeleton className="h-48 w-full rounded-xl" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}
