import { Card } from "#web/ui/Card.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

export function LandingFormSkeleton() {
  return (
    <SkeletonGroup label="Loading landing page content" className="flex flex-col gap-6">
      <CardSkeleton heights={["h-10", "h-10", "h-24"]} />
      <CardSkeleton heights={["h-10", "h-24", "h-10", "h-24", "h-10", "h-24"]} />
      <CardSkeleton heights={["h-10"]} />
    </SkeletonGroup>
  );
}

function CardSkeleton({ heights }: { heights: readonly string[] }) {
  return (
    <Card>
      <Skeleton className="mb-6 h-5 w-32" />
      <div className="grid gap-6 md:grid-cols-2">
        <div className="flex flex-col gap-5">
          {heights.map((height, index) => (
            <div key={index}>
              <Skeleton className="mb-2 w-28" />
              <Skeleton className={`rounded-lg ${height}`} />
              <Skeleton className="mt-2 w-32" />
            </div>
          ))}
        </div>
        <Skeleton className="h-full min-h-40 rounded-xl" />
      </div>
    </Card>
  );
}
