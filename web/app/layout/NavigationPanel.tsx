import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { signInAddress } from "#web/features/auth/signInPaths.ts";
import { ThemeSwitch } from "#web/features/theme/ThemeSwitch.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Drawer } from "#web/ui/Drawer.tsx";
import { NavigationLinks } from "./NavigationLinks.tsx";

export interface NavigationPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The content of the `NavigationDrawer`: main navigation, sign-in links for signed-out visitors,
 * and the choice of the theme.
 */
export function NavigationPanel({ open, onOpenChange }: NavigationPanelProps) {
  const isSignedIn = useCurrentUser() !== null;
  const close = () => onOpenChange(false);
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Menu" footer={<ThemeSwitch />}>
      <nav aria-label="Main" className="flex flex-col gap-1">
        <NavigationLinks linkClassName="min-h-11" onFollow={close} />
      </nav>
      {isSignedIn ? null : <SignInLinks onFollow={close} />}
    </Drawer>
  );
}

function SignInLinks({ onFollow }: { onFollow: () => void }) {
  const location = useLocation();
  return (
    <div className="mt-3 grid gap-2 border-t pt-4">
      <Button asChild variant="secondary">
        <a href={signInAddress("/login", location)} onClick={onFollow}>
          Log in
        </a>
      </Button>
      <Button asChild>
        <a href={signInAddress("/register", location)} onClick={onFollow}>
          Sign up
        </a>
      </Button>
    </div>
  );
}
