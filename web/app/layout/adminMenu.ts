import { Building2 } from "#web/ui/pageIcons.ts";
import {
  FileText,
  LayoutDashboard,
  Mail,
  PanelsTopLeft,
  Palette,
  ScrollText,
  Settings,
  Users,
} from "#web/ui/adminIcons.ts";
import type { SectionGroup } from "./SectionMenu.tsx";

/**
 * The menu of the admin console. It contains the links that docs/specification.md "Admin console
 * layout" lists, and links to the mails and the audit log.
 */
export const ADMIN_MENU: readonly SectionGroup[] = [
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
      { to: "/admin/audit-log", label: "Audit Log", icon: ScrollText },
    ],
  },
];
