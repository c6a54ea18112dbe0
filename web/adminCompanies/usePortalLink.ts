import { usePortal } from "#web/api/SessionContext.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";

interface PortalLink {
  readonly href: string;
  /** The host alone. */
  readonly host: string;
}

/** Where a company's portal is. Protocol and port are those of this page, which only the browser knows. */
export function usePortalLink(subdomain: string): PortalLink {
  const host = `${subdomain}.${usePortal().baseDomain}`;
  const isHydrated = useHydrated();
  const port = isHydrated && window.location.port ? `:${window.location.port}` : "";
  return { href: `//${host}${port}/`, host };
}
