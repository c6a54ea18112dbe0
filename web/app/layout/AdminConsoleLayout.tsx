import type { ReactNode } from "react";
import { PageContainer } from "./PageContainer.tsx";
import { PageHeading } from "./PageHeading.tsx";
import { PageMeta } from "./PageMeta.tsx";
import type { SectionGroup } from "./SectionMenu.tsx";
import { SectionMenu } from "./SectionMenu.tsx";
import {
  Building2,
  FileText,
  LayoutDashboard,
  Mail,
  Palette,
  PanelsTopLeft,
  ScrollText,
  Settings,
  Users,
} from "#web/ui/adminIcons.ts";

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

/**
 * The menu of the admin console. It contains the links that docs/specification.md "Admin console
 * layout" lists, and links to the mails and the audit log.
 */
const ADMIN_MENU: readonly SectionGroup[] = [
  { title: null, links: [{ to: "/admin/settings", label: "Dashboard", icon: LayoutDashboard }] },
  {
    title: "Site Management",
    links: [
      { to: "/admin/companies", label: "Companies", icon: Building2 },
      { to: "/admin/users", label: "User Management", icon: Users },
      { to: "/admin/site-settings", label: "Site Settings", icon: Settings },
      { to: "/admin/brand-settings", label: "Brand Settings", icon: Palette },
      { to: "/admin/landing-page", label: "Landing Page", icon: PanelsTopLeft },
      { to: "/admin/content", label: "Content Management", icon: FileText },
    ],
  },
  {
    title: null,
    links: [
      { to: "/admin/mail", label: "Mail", icon: Mail },
      { to: "/admin/audit-log", label: "Audit log", icon: ScrollText },
    ],
  },
];
