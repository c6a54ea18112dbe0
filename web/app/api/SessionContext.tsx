import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createContext, use, useMemo } from "react";
import type { Company } from "#contract/companies.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { wholeListQuery } from "./apiQuery.ts";
import {
  companyQuery,
  currentUserQuery,
  isAdminOf,
  portalQuery,
  shownCompanyId,
} from "./session.ts";

interface Session {
  readonly user: User | null;
  readonly portal: Portal | undefined;
  readonly portalError: Error | null;
  readonly shownCompany: Company | null;
}

const SessionContext = createContext<Session | null>(null);

/**
 * Observes user, portal and company once for all components. A list has up to 100 vote buttons, and
 * a query observer in each button would cost more than the button itself.
 */
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
  if (!session) throw new Error("Use within a SessionProvider");
  return session;
}

/**
 * Returns the signed-in user; null if nobody is signed in. The user is loaded before any page is
 * rendered, so null never means that the user is still loading.
 */
export function useCurrentUser(): User | null {
  return useSession().user;
}

/**
 * Returns the portal of this host. The portal is loaded before any page is rendered. Throws if it
 * could not be loaded.
 */
export function usePortal(): Portal {
  const { portal, portalError } = useSession();
  if (!portal) throw portalError ?? new Error("The portal is not loaded");
  return portal;
}

/**
 * Returns the company whose logo and colours the page shows: the host's company or, on other hosts,
 * the signed-in user's company (docs/specification.md "Main header"). Returns null if neither the
 * host nor the user has a company, if the user is restricted (`isRestrictedUser`), or if the user's
 * company could not be loaded.
 */
export function useShownCompany(): Company | null {
  return useSession().shownCompany;
}

/**
 * Returns the id of the company whose settings the user is allowed to change on this host. This is
 * the company whose boards the host shows (`tenantId`), if the user is an admin of this company.
 * Otherwise returns null (docs/product-decisions.md "Hosts, tenants, viewers").
 */
export function managedCompanyId({ tenantId }: Portal, user: User | null): number | null {
  return isAdminOf(user, tenantId) ? tenantId : null;
}

/** Returns the `managedCompanyId` of the page's viewer. */
export function useManagedCompanyId(): number | null {
  return managedCompanyId(usePortal(), useCurrentUser());
}

/** Whether the viewer manages a company without boards; false until the boards are loaded. */
export function useNeedsFirstBoard(): boolean {
  const isManager = useManagedCompanyId() !== null;
  const { data: boards } = useQuery({ ...wholeListQuery("/api/boards"), enabled: isManager });
  return isManager && boards?.length === 0;
}
