import { ExternalLink, LogOut } from "#web/ui/adminIcons.ts";
import type { ReactElement } from "react";
import type { User } from "#contract/users.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
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
import type { MenuLink } from "./menuLinks.ts";
import { menuLinks, roleLabel } from "./menuLinks.ts";
import { useLogout } from "./useLogout.ts";

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
