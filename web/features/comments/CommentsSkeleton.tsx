import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of three comments. */
export function CommentsSkeleton() {
  return (
    <SkeletonGroup label="Loading comments" className="flex flex-col gap-6">
      {["first", "second", "third"].map((key) => (
        <div key={key} className="flex gap-3">
          <Skeleton className="size-8 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 pt-2">
            <Skeleton className="w-40" />
            <Skeleton />
            <Skeleton className="w-2/3" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
