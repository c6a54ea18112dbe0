import { useHydrated } from "#web/ui/useHydrated.ts";
import { usePortal } from "./SessionContext.tsx";

interface PortalLink {
  readonly href: string;
  /** The host alone. */
  readonly host: string;
  /** To be handed on: `href` with its protocol, once the page is alive. */
  readonly address: string;
}

/** Where a company's portal is. Protocol and port are those of this page, which only the browser knows. */
export function usePortalLink(subdomain: string): PortalLink {
  const host = `${subdomain}.${usePortal().baseDomain}`;
  const { protocol, port } = useHydrated() ? window.location : { protocol: "", port: "" };
  const href = `//${host}${port && `:${port}`}/`;
  return { href, host, address: protocol + href };
}
