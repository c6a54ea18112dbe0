import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { signInAddress } from "#web/features/auth/safeReturnPath.ts";
import { hasBell } from "#web/features/notifications/unreadQuery.ts";
import { ThemeMenu } from "#web/features/theme/ThemeMenu.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Logo } from "./Logo.tsx";
import { NavigationDrawer } from "./NavigationDrawer.tsx";
import { NavigationLinks } from "./NavigationLinks.tsx";
import { NotificationBell } from "./NotificationBell.tsx";
import { UserMenu } from "./UserMenu.tsx";

/**
 * The header. It contains logo and navigation and, at the right, bell and avatar menu for signed-in
 * users or sign-in links for visitors (docs/specification.md "Main header").
 */
export function MainHeader() {
  const user = useCurrentUser();
  const portal = usePortal();
  return (
    <header className="sticky top-0 z-40 border-b-2 border-b-accent bg-surface">
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
