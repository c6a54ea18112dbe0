import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/** The skeleton of a list of entries. */
export function ContentSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="divide-y rounded-xl border bg-surface">
      {["w-2/3", "w-1/2", "w-3/5"].map((width) => (
        <div key={width} className="flex h-14 items-center justify-between gap-4 px-4">
          <Skeleton className={width} />
          <Skeleton className="w-16" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
