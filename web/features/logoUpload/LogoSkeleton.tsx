import { Card } from "#web/ui/Card.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of the logo screen, displayed while the settings are loading. */
export function LogoSkeleton() {
  return (
    <SkeletonGroup label="Loading logo">
      <Card className="max-w-2xl" footer={<Skeleton className="h-10 w-32 rounded-lg" />}>
        <Skeleton className="mb-8 h-5 w-40" />
        <div className="flex flex-col gap-6">
          <div className="grid gap-3 sm:grid-cols-2">
            <Skeleton className="h-14 rounded-lg" />
            <Skeleton className="h-14 rounded-lg" />
          </div>
          <Skeleton className="h-32 w-full rounded-xl" />
        </div>
      </Card>
    </SkeletonGroup>
  );
}
