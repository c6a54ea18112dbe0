import type { ReactNode } from "react";
import { ModerationBadge } from "#web/features/moderation/ModerationBadge.tsx";
import { NextSetupStep } from "#web/features/setup/NextSetupStep.tsx";
import { PageContainer } from "./PageContainer.tsx";
import { PageHeading } from "./PageHeading.tsx";
import { PageMeta } from "./PageMeta.tsx";
import { PoweredBy } from "./PoweredBy.tsx";
import type { SectionGroup } from "./SectionMenu.tsx";
import { SectionMenu } from "./SectionMenu.tsx";
import {
  ArrowUpDown,
  Building2,
  Globe,
  ImageIcon,
  KeyRound,
  LayoutDashboard,
  LayoutList,
  Mail,
  Megaphone,
  Palette,
  ScrollText,
  ShieldCheck,
  Tags,
  Users,
  Webhook,
} from "#web/ui/adminIcons.ts";

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
            <NextSetupStep className="mt-6 hidden lg:block" />
            <div data-provider-link="" className="mt-6 hidden px-3 lg:block">
              <PoweredBy />
            </div>
          </div>
        </div>
        <div className="min-w-0">
          {children}
          <NextSetupStep className="mt-10 lg:hidden" />
        </div>
      </div>
    </PageContainer>
  );
}

/**
 * The menu of the company settings. It contains the links that docs/specification.md "Company
 * settings area" lists, and links to the dashboard, sign-on, changelog, members, moderation, mails,
 * API and webhooks, import and export, and audit log.
 */
const SETTINGS_MENU: readonly SectionGroup[] = [
  {
    title: null,
    links: [
      { to: "/company", label: "Dashboard", icon: LayoutDashboard },
      { to: "/company/settings", label: "Company Profile", icon: Building2 },
      { to: "/company/settings/logo", label: "Logo Management", icon: ImageIcon },
      { to: "/company/settings/brand", label: "Brand Settings", icon: Palette },
      { to: "/company/settings/domain", label: "Domain Settings", icon: Globe },
      {
        to: "/company/settings/sign-on",
        label: "Sign-on",
        icon: KeyRound,
        hasSubScreens: true,
      },
      {
        to: "/company/boards",
        label: "Manage Boards",
        icon: LayoutList,
        children: [{ to: "/company/categories", label: "Categories", icon: Tags }],
      },
      {
        to: "/company/changelog",
        label: "Changelog",
        icon: Megaphone,
        children: [{ to: "/company/subscribers", label: "Subscribers", icon: Users }],
      },
      { to: "/company/members", label: "Members", icon: Users },
      {
        to: "/company/moderation",
        label: "Moderation",
        icon: ShieldCheck,
        Badge: ModerationBadge,
      },
      { to: "/company/mail", label: "Mail", icon: Mail },
      { to: "/company/api", label: "API and webhooks", icon: Webhook },
      { to: "/company/data", label: "Import and Export", icon: ArrowUpDown },
      { to: "/company/audit-log", label: "Audit log", icon: ScrollText },
    ],
  },
];
