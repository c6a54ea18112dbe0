import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import type { User } from "#contract/users.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Spinner } from "#web/ui/Button.tsx";
import { loginPath } from "./signInPaths.ts";

/**
 * Renders a page for signed-in users only. Displays a spinner while the user loads, and an error if
 * loading fails. Redirects to /login if nobody is signed in (docs/specification.md "2. Screens and
 * routes").
 */
export function RequireUser({ children }: { children: (user: User) => ReactNode }) {
  const { data: user, isPending, refetch } = useQuery(currentUserQuery);
  const { pathname, search } = useLocation();
  if (user) return children(user);
  if (user === null) return <GoTo address={loginPath(pathname + search)} />;
  if (!isPending)
    return <ErrorState message="Something went wrong" onRetry={() => void refetch()} />;
  return (
    <div className="grid flex-1 place-items-center py-24">
      <Spinner label="Loading" className="size-6" />
    </div>
  );
}

/** Redirects to the URL instead of rendering the page. */
function GoTo({ address }: { address: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(address, { replace: true }), [address, navigate]);
  return null;
}
