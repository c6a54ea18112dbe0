import type { ComponentType } from "react";
import type { IconComponent } from "#web/ui/createIcon.tsx";
import { CircleUser, ShieldCheck } from "#web/ui/adminIcons.ts";
import { Building2, MessageSquarePlus, MessagesSquare } from "#web/ui/pageIcons.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { USER_ROLE_LABELS } from "#contract/users.ts";
import { isRestrictedUser } from "#web/app/api/session.ts";
import { managedCompanyId } from "#web/app/api/managedCompany.ts";
import { ModerationBadge } from "#web/features/moderation/ModerationBadge.tsx";

export interface MenuLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconComponent;
  /** Whether the link opens in a new tab, outside the app. */
  readonly isExternal?: boolean;
  /** Displayed after the label. */
  readonly Badge?: ComponentType;
}

const COMPANY_SETTINGS = "/company/settings";

interface RoleLink extends MenuLink {
  readonly isFor: (user: User, portal: Portal) => boolean;
}

/**
 * All links of the avatar menu in display order, with the users and hosts for which each link is
 * meant (docs/specification.md "Main header").
 */
const ROLE_LINKS: readonly RoleLink[] = [
  {
    to: "/admin/site-settings",
    label: "Site Settings",
    icon: ShieldCheck,
    isFor: ({ role }) => role === "super_admin",
  },
  {
    to: "/api/feedback-portal",
    label: "Submit Feedback",
    icon: MessageSquarePlus,
    isExternal: true,
    isFor: isAdminWithCompany,
  },
  {
    to: COMPANY_SETTINGS,
    label: "Company Settings",
    icon: Building2,
    Badge: ModerationBadge,
    isFor: isAdminWithCompany,
  },
  {
    to: "/feedback?mine=submitted",
    label: "My feedback",
    icon: MessagesSquare,
    isFor: (_, { tenantId }) => tenantId !== null,
  },
  { to: "/settings", label: "Profile", icon: CircleUser, isFor: () => true },
];

/** Whether the user is a company_admin, or a super_admin with a company. */
function isAdminWithCompany({ role, companyId }: User): boolean {
  return role === "company_admin" || (role === "super_admin" && companyId !== null);
}

/**
 * Returns the links of a user's avatar menu. A restricted user (`isRestrictedUser`) gets no link
 * that leaves the app, because such a link leads to an API endpoint that refuses restricted users.
 * Users get no link to the company settings on a host where they are not allowed to change
 * settings.
 */
export function menuLinks(user: User, portal: Portal): MenuLink[] {
  const isElsewhere = managedCompanyId(portal, user) === null;
  return ROLE_LINKS.filter(
    (link) =>
      link.isFor(user, portal) &&
      !(isRestrictedUser(user) && link.isExternal) &&
      !(isElsewhere && link.to === COMPANY_SETTINGS),
  );
}

export function roleLabel(user: User): string {
  return USER_ROLE_LABELS[user.role];
}
