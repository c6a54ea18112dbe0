import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { UNREAD_COUNT_LIMIT } from "#contract/notificationLimits.ts";
import type { User } from "#contract/users.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { signInAddress } from "#web/features/auth/signInPaths.ts";
import type { NotificationPanelProps } from "#web/features/notifications/NotificationPanel.tsx";
import { hasBell, unreadQuery } from "#web/features/notifications/unreadQuery.ts";
import { ThemeMenu } from "#web/features/theme/ThemeMenu.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { lazyMenu, lazyWindow } from "#web/ui/lazyComponent.tsx";
import { Logo } from "./Logo.tsx";
import { NavigationLinks } from "./NavigationLinks.tsx";
import type { NavigationPanelProps } from "./NavigationPanel.tsx";
import { Bell, Menu } from "#web/ui/icons.ts";

/**
 * The header. It contains logo and navigation and, at the right, bell and avatar menu for signed-in
 * users or sign-in links for visitors (docs/specification.md "Main header").
 */
export function MainHeader() {
  const user = useCurrentUser();
  const portal = usePortal();
  return (
    <header className="print:hidden sticky top-0 z-40 border-b-2 border-b-accent bg-surface">
      <div className="mx-auto flex h-14 w-full max-w-7xl items-center gap-2 px-4 sm:gap-4 sm:px-6">
        <NavigationDrawer />
        <Logo />
        <nav aria-label="Main" className="ml-2 hidden gap-1 md:flex">
          <NavigationLinks linkClassName="h-9" />
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {hasBell(portal, user) ? <NotificationBell /> : null}
          {user ? <UserMenu user={user} /> : <SignInLinks />}
        </div>
      </div>
    </header>
  );
}

function SignInLinks() {
  const location = useLocation();
  return (
    <>
      <ThemeMenu className="hidden md:inline-flex" />
      <Button asChild variant="ghost" size="sm">
        <a href={signInAddress("/login", location)}>Log in</a>
      </Button>
      <Button asChild variant="secondary" size="sm" className="max-[22rem]:hidden">
        <a href={signInAddress("/register", location)}>Sign up</a>
      </Button>
    </>
  );
}

const NavigationPanel = lazyWindow<NavigationPanelProps>(
  async () => (await import("./NavigationPanel.tsx")).NavigationPanel,
  { atIdle: true },
);

/** The main navigation on phones: a button and the drawer that it opens. */
function NavigationDrawer() {
  const [isOpen, setIsOpen] = useOpenOnPage();
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-ml-2 md:hidden"
        onClick={() => setIsOpen(true)}
      >
        <Menu aria-hidden="true" />
      </Button>
      <NavigationPanel open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}

const NotificationPanel = lazyWindow<NotificationPanelProps>(
  async () => (await import("#web/features/notifications/NotificationPanel.tsx")).NotificationPanel,
  { atIdle: true },
);

/**
 * The button with the number of unread notifications, and the panel that the button opens. The
 * badge is positioned absolutely, so that the header does not move when the number changes.
 */
function NotificationBell() {
  const [isOpen, setIsOpen] = useOpenOnPage();
  const button = useRef<HTMLButtonElement>(null);
  const count = useQuery(unreadQuery).data?.count ?? 0;
  const shown = count < UNREAD_COUNT_LIMIT ? String(count) : "99+";
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label={count > 0 ? `Notifications, ${shown} unread` : "Notifications"}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="relative"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Bell aria-hidden="true" />
        {count > 0 ? (
          <span className="absolute top-0.5 left-6 min-w-4 rounded-full bg-primary px-1 text-xs font-semibold text-button-text tabular-nums">
            {shown}
          </span>
        ) : null}
      </Button>
      <NotificationPanel open={isOpen} onOpenChange={setIsOpen} anchor={button} />
    </>
  );
}

const AvatarMenu = lazyMenu<{ user: User }>(
  async () => (await import("./UserMenuPanel.tsx")).UserMenuPanel,
);

/**
 * The avatar menu with the signed-in user, the links of the user's role, the theme and Log out
 * (docs/specification.md "Main header").
 */
function UserMenu({ user }: { user: User }) {
  return (
    <AvatarMenu
      user={user}
      button={
        <Button variant="ghost" size="icon" className="rounded-full">
          <Avatar name={user.fullName} picture={user.pictureUrl} />
          <span className="sr-only">Account menu of {user.fullName ?? user.username}</span>
        </Button>
      }
    />
  );
}

/**
 * Manages whether a window in the layout is open. A navigation to another path closes the window.
 */
export function useOpenOnPage() {
  const { pathname } = useLocation();
  const [openPath, setOpenPath] = useState<string | null>(null);
  if (openPath !== null && openPath !== pathname) setOpenPath(null);
  const isOpen = openPath === pathname;
  return [isOpen, (open: boolean) => setOpenPath(open ? pathname : null)] as const;
}
