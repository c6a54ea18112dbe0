import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createContext, use, useMemo } from "react";
import type { Company } from "#contract/companies.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { companyQuery, currentUserQuery, portalQuery, shownCompanyId } from "./session.ts";

interface Session {
  readonly user: User | null;
  readonly portal: Portal | undefined;
  readonly portalError: Error | null;
  readonly shownCompany: Company | null;
}

const SessionContext = createContext<Session | null>(null);

/** Watches user, portal and company once for everyone who asks: a query's observer in each vote button would cost more than the button. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const user = useQuery(currentUserQuery).data ?? null;
  const { data: portal, error: portalError } = useQuery(portalQuery);
  const ownId = portal === undefined ? null : shownCompanyId(portal, user);
  const own = useQuery({ ...companyQuery(ownId ?? 0), enabled: ownId !== null });
  const shownCompany = portal?.company ?? own.data ?? null;
  const session = useMemo(
    () => ({ user, portal, portalError, shownCompany }),
    [user, portal, portalError, shownCompany],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("Ask within a SessionProvider");
  return session;
}

/** The signed-in user, or null. Loaded before any page is drawn. */
export function useCurrentUser(): User | null {
  return useSession().user;
}

/** The portal of this host. Loaded before any page is drawn; throws where that failed. */
export function usePortal(): Portal {
  const { portal, portalError } = useSession();
  if (!portal) throw portalError ?? new Error("The portal is not loaded");
  return portal;
}

/**
 * The company whose look the page wears: the host's, else the signed-in user's own; null without either (SPEC section 2,
 * main header).
 */
export function useShownCompany(): Company | null {
  return useSession().shownCompany;
}
