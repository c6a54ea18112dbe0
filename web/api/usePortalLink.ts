import { useHydrated } from "#web/ui/useHydrated.ts";
import { usePortal } from "./SessionContext.tsx";

interface PortalLink {
  /** The whole address; without its protocol as the server draws it. */
  readonly href: string;
  /** The host alone. */
  readonly host: string;
}

/** Where a company's portal is. Protocol and port are those of this page, which only the browser knows. */
export function usePortalLink(subdomain: string): PortalLink {
  const host = `${subdomain}.${usePortal().baseDomain}`;
  const { protocol, port } = useHydrated() ? window.location : { protocol: "", port: "" };
  return { href: `${protocol}//${host}${port && `:${port}`}/`, host };
}
