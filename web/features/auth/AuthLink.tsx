import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { signInAddress } from "./safeReturnPath.ts";

interface AuthLinkProps {
  to: "/login" | "/register" | "/forgot-password";
  children: string;
}

/** A link from one sign-in page to another. The link passes on the page to open after the login. */
export function AuthLink({ to, children }: AuthLinkProps) {
  return (
    <a
      href={signInAddress(to, useLocation())}
      className="font-medium text-primary-text underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
