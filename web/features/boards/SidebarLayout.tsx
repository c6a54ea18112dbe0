import type { ReactNode } from "react";

/** A page with a sidebar, which is above the content on narrow screens. */
export function SidebarLayout({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-10">
      {sidebar}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
