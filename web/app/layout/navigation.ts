import type { IconComponent } from "#web/ui/createIcon.tsx";
import { Building2, CircleUser, MessageSquarePlus, ShieldCheck } from "#web/ui/icons.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { USER_ROLE_LABELS } from "#contract/users.ts";
import { isRestrictedUser } from "#web/app/api/session.ts";
import { managedCompanyId } from "#web/app/api/managedCompany.ts";

/** The top navigation (SPEC section 2, main header). `covers` are the paths at which the entry counts as current. */
export const MAIN_NAVIGATION = [
  { to: "/roadmap", label: "Roadmap", covers: /^\/roadmap$/ },
  { to: "/feedback", label: "Feedback", covers: /^\/(?:feedback|board)(?:\/|$)/ },
  { to: "/changelog", label: "Changelog", covers: /^\/changelog$/ },
] as const;

export interface MenuLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconComponent;
  /** Leaves the app: no page of it, and in a new tab. */
  readonly isExternal?: boolean;
}

const COMPANY_SETTINGS = "/company/settings";

interface RoleLink extends MenuLink {
  readonly isFor: (user: User) => boolean;
}

/** Every link of the avatar menu, in the menu's order, and who gets it (SPEC section 2, menu links). */
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
  { to: COMPANY_SETTINGS, label: "Company Settings", icon: Building2, isFor: isAdminWithCompany },
  { to: "/settings", label: "Profile", icon: CircleUser, isFor: () => true },
];

/** A company_admin, or a super_admin with a company. */
function isAdminWithCompany({ role, companyId }: User): boolean {
  return role === "company_admin" || (role === "super_admin" && companyId !== null);
}

/**
 * The links of a user's avatar menu. With a temporary password the API would only refuse what lies outside the app; on another
 * company's host there are no settings that the user could change.
 */
export function menuLinks(user: User, portal: Portal): MenuLink[] {
  const isElsewhere = managedCompanyId(portal, user) === null;
  return ROLE_LINKS.filter(
    (link) =>
      link.isFor(user) &&
      !(isRestrictedUser(user) && link.isExternal) &&
      !(isElsewhere && link.to === COMPANY_SETTINGS),
  );
}

/** A user's role in words. */
export function roleLabel(user: User): string {
  return USER_ROLE_LABELS[user.role];
}
