import type { ComponentType, ReactElement } from "react";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { USER_ROLE_LABELS } from "#contract/userRoles.ts";
import { managedCompanyId, usePortal } from "#web/app/api/SessionContext.tsx";
import { isRestrictedUser } from "#web/app/api/session.ts";
import { ModerationBadge } from "#web/features/moderation/ModerationBadge.tsx";
import { ThemeMenuItems } from "#web/features/theme/ThemeMenuPanel.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { hasUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useLogout } from "./LogoutButton.tsx";
import type { IconComponent } from "#web/ui/icons.ts";
import {
  Building2,
  CircleUser,
  ExternalLink,
  LogOut,
  MessageSquarePlus,
  MessagesSquare,
  ShieldCheck,
} from "#web/ui/adminIcons.ts";

/** The open menu of `UserMenu`. */
export function UserMenuPanel({ user, button }: { user: User; button: ReactElement }) {
  const { logout, isPending } = useLogout();
  const portal = usePortal();
  const name = user.fullName ?? user.username;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>{button}</DropdownMenuTrigger>
      <DropdownMenuContent className="w-64">
        <DropdownMenuLabel>
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-muted">{user.username}</span>
          <span className="block text-xs text-muted">{roleLabel(user)}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {menuLinks(user, portal).map((link) => (
          <MenuEntry key={link.to} link={link} />
        ))}
        <DropdownMenuSeparator />
        <ThemeMenuItems />
        <DropdownMenuSeparator />
        <DropdownMenuItem
          disabled={isPending}
          onSelect={(event) => {
            // The menu stays open to show 'Logging out...'. If there are unsaved changes, the menu
            // closes, because a confirmation dialog opens.
            if (!hasUnsavedChanges()) event.preventDefault();
            logout();
          }}
        >
          <LogOut aria-hidden="true" />
          {isPending ? "Logging out..." : "Log out"}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function MenuEntry({ link: { to, label, icon: Icon, isExternal, Badge } }: { link: MenuLink }) {
  if (!isExternal) {
    return (
      <DropdownMenuItem asChild>
        <a href={to}>
          <Icon aria-hidden="true" />
          {label}
          {Badge ? <Badge /> : null}
        </a>
      </DropdownMenuItem>
    );
  }
  return (
    <DropdownMenuItem asChild>
      <a href={to} target="_blank" rel="noopener">
        <Icon aria-hidden="true" />
        {label}
        <ExternalLink aria-hidden="true" className="ml-auto" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </DropdownMenuItem>
  );
}

interface MenuLink {
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
function menuLinks(user: User, portal: Portal): MenuLink[] {
  const isElsewhere = managedCompanyId(portal, user) === null;
  return ROLE_LINKS.filter(
    (link) =>
      link.isFor(user, portal) &&
      !(isRestrictedUser(user) && link.isExternal) &&
      !(isElsewhere && link.to === COMPANY_SETTINGS),
  );
}

function roleLabel(user: User): string {
  return USER_ROLE_LABELS[user.role];
}
