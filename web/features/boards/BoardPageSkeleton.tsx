import { cn } from "#web/ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { ABOVE_SIDEBAR, SidebarContent } from "./SidebarLayout.tsx";

/** The skeleton of a board's page. */
export function BoardPageSkeleton() {
  return (
    <>
      <Skeleton className={cn("mb-6 h-10 w-56", ABOVE_SIDEBAR)} />
      <SidebarContent>
        <SkeletonGroup label="Loading board">
          <Skeleton className="w-80 max-w-full" />
          <Skeleton className="mt-5 h-10 w-full rounded-lg" />
          <div className="mt-12 flex flex-col gap-3">
            <Skeleton className="h-32 w-full rounded-xl" />
            <Skeleton className="h-32 w-full rounded-xl" />
            <Skeleton className="h-32 w-full rounded-xl" />
          </div>
        </SkeletonGroup>
      </SidebarContent>
    </>
  );
}
