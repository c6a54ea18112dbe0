import type { ReactNode } from "react";
import { PageContainer } from "./PageContainer.tsx";
import { PageHeading } from "./PageHeading.tsx";
import { PageMeta } from "./PageMeta.tsx";
import { PoweredBy } from "./PoweredBy.tsx";
import { SectionMenu } from "./SectionMenu.tsx";
import { SETTINGS_MENU } from "./settingsMenu.ts";

interface CompanySettingsLayoutProps {
  /** Name of the screen in the document's title. The screen's own headings start at level 2. */
  title?: string;
  children: ReactNode;
}

/**
 * The company settings: heading, menu at the left, and one screen (docs/specification.md "Company
 * settings area").
 */
export function CompanySettingsLayout({
  title = "Company Settings",
  children,
}: CompanySettingsLayoutProps) {
  return (
    <PageContainer>
      <PageMeta title={title} noIndex />
      <PageHeading
        title="Company Settings"
        subtitle="Manage your company's profile, branding, and preferences."
      />
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <div className="mb-6 lg:mb-0">
          <div className="lg:sticky lg:top-20">
            <SectionMenu label="Company settings" groups={SETTINGS_MENU} />
            <div data-provider-link="" className="mt-6 hidden px-3 lg:block">
              <PoweredBy />
            </div>
          </div>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </PageContainer>
  );
}
