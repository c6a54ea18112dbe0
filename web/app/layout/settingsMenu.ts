import { ModerationBadge } from "#web/features/moderation/ModerationBadge.tsx";
import { Building2, Globe } from "#web/ui/pageIcons.ts";
import {
  ArrowUpDown,
  ImageIcon,
  LayoutList,
  Mail,
  Palette,
  ScrollText,
  ShieldCheck,
  Tags,
  Users,
} from "#web/ui/adminIcons.ts";
import type { SectionGroup } from "./SectionMenu.tsx";

/**
 * The menu of the company settings. It contains the links that docs/specification.md "Company
 * settings area" lists, and links to members, moderation, mails, import and export, and audit log.
 */
export const SETTINGS_MENU: readonly SectionGroup[] = [
  {
    title: null,
    links: [
      { to: "/company/settings", label: "Company Profile", icon: Building2 },
      { to: "/company/settings/logo", label: "Logo Management", icon: ImageIcon },
      { to: "/company/settings/brand", label: "Brand Settings", icon: Palette },
      { to: "/company/settings/domain", label: "Domain Settings", icon: Globe },
      {
        to: "/company/boards",
        label: "Manage Boards",
        icon: LayoutList,
        children: [{ to: "/company/categories", label: "Categories", icon: Tags }],
      },
      { to: "/company/members", label: "Members", icon: Users },
      {
        to: "/company/moderation",
        label: "Moderation",
        icon: ShieldCheck,
        Badge: ModerationBadge,
      },
      { to: "/company/mail", label: "Mail", icon: Mail },
      { to: "/company/data", label: "Import and Export", icon: ArrowUpDown },
      { to: "/company/audit-log", label: "Audit Log", icon: ScrollText },
    ],
  },
];
