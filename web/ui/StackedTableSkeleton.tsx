import { cn } from "./cn.ts";
import { Skeleton, SkeletonGroup } from "./Skeleton.tsx";

interface StackedTableSkeletonProps {
  /** Text for screen readers, such as 'Loading companies'. */
  label: string;
  rows?: number;
}

/** Replaces a `StackedTable` while its rows are loading. */
export function StackedTableSkeleton({ label, rows = 5 }: StackedTableSkeletonProps) {
  return (
    <SkeletonGroup
      label={label}
      className="max-md:flex max-md:flex-col max-md:gap-3 md:overflow-hidden md:rounded-xl md:border md:bg-surface"
    >
      <div aria-hidden="true" className="h-9 border-b bg-sunken max-md:hidden" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={cn(
            "flex items-center gap-6 px-5 py-4",
            "max-md:min-h-48 max-md:items-start max-md:rounded-xl max-md:border max-md:bg-surface",
            row > 0 && "md:border-t",
          )}
        >
          <div className="min-w-0 flex-1">
            <Skeleton className="w-2/5" />
            <Skeleton className="mt-2 h-3 w-3/5" />
          </div>
          <Skeleton className="w-20 max-md:hidden" />
          <Skeleton className="w-24 max-md:hidden" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
