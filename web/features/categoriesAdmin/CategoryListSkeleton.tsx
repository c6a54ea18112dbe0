import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of the list, displayed while the categories are loading. */
export function CategoryListSkeleton() {
  return (
    <SkeletonGroup
      label="Loading categories"
      className="divide-y divide-line rounded-xl border bg-surface"
    >
      {["first", "second", "third"].map((key) => (
        <div key={key} className="px-4 py-5">
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
