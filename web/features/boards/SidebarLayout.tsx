import type { ReactNode } from "react";

/** The layout of a page with a sidebar. On narrow screens the sidebar is above the content. */
export function SidebarLayout({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-10">
      {sidebar}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
