import type { ReactNode } from "react";
import { PageContainer } from "./PageContainer.tsx";
import { PageHeading } from "./PageHeading.tsx";
import { PageMeta } from "./PageMeta.tsx";
import { ADMIN_MENU } from "./adminMenu.ts";
import { SectionMenu } from "./SectionMenu.tsx";

interface AdminConsoleLayoutProps {
  /** Name of the screen in the document's title. The screen's own headings start at level 2. */
  title?: string;
  children: ReactNode;
}

/**
 * The admin console: heading, menu at the left, and one screen (docs/specification.md "Admin
 * console layout").
 */
export function AdminConsoleLayout({ title = "Admin Console", children }: AdminConsoleLayoutProps) {
  return (
    <PageContainer>
      <PageMeta title={title} noIndex />
      <PageHeading title="Admin Console" />
      <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <div className="mb-6 lg:mb-0">
          <div className="lg:sticky lg:top-20">
            <SectionMenu label="Admin console" groups={ADMIN_MENU} />
          </div>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </PageContainer>
  );
}
