import type { ReactNode } from "react";
import { cn } from "#web/ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

/**
 * The class of the page's heading in a `SidebarLayout`. On wide screens the heading is above the
 * sidebar, at the same position as the headings of other pages. The heading has the same height on
 * all pages, so that the sidebar does not move when a board is chosen.
 */
export const ABOVE_SIDEBAR = "lg:col-span-2 lg:row-start-1 lg:min-h-10";

interface SidebarLayoutProps {
  sidebar: ReactNode;
  /** The page's heading, with the class `ABOVE_SIDEBAR`, and one `SidebarContent`. */
  children: ReactNode;
}

/** The layout of a page with a sidebar. On narrow screens the sidebar is above the content. */
export function SidebarLayout({ sidebar, children }: SidebarLayoutProps) {
  return (
    <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-x-10">
      {sidebar}
      {children}
    </div>
  );
}

/** The content beside the sidebar. */
export function SidebarContent({ children }: { children: ReactNode }) {
  return <div className="min-w-0 lg:col-start-2 lg:row-start-2">{children}</div>;
}

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
