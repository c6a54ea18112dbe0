import { LogOut } from "lucide-react";
import { Link } from "react-router";
import type { User } from "#contract/users.ts";
import { ThemeMenuItems } from "#web/theme/ThemeMenuItems.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { menuLinks, roleLabel } from "./navigation.ts";
import { useLogout } from "./useLogout.ts";

/** The avatar menu: who is signed in, the links of their role, theme, Log out (SPEC section 2). */
export function UserMenu({ user }: { user: User }) {
  const { logout, isPending } = useLogout();
  const name = user.fullName ?? user.username;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="ghost" size="icon" className="rounded-full">
          <Avatar name={user.fullName} />
          <span className="sr-only">Account menu of {name}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-64">
        <DropdownMenuLabel>
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-muted">{user.username}</span>
          <span className="block text-xs text-muted">{roleLabel(user)}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {menuLinks(user).map((link) => (
          <DropdownMenuItem key={link.to} asChild>
            {link.isExternal ? <ExternalMenuLink {...link} /> : <InnerMenuLink {...link} />}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <ThemeMenuItems />
        <DropdownMenuSeparator />
        <DropdownMenuItem
          disabled={isPending}
          onSelect={(event) => {
            // Stays open, so that 'Logging out...' can be seen.
            event.preventDefault();
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
