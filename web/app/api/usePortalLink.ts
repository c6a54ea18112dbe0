import { useHydrated } from "#web/ui/useHydrated.ts";
import { useCurrentUser, usePortal, useShownCompany } from "./SessionContext.tsx";

interface HostLink {
  readonly href: string;
  /** Host name without protocol and port. */
  readonly host: string;
  /** `href` with its protocol, for copying. The protocol is empty until hydration. */
  readonly address: string;
}

/** Returns the URL of a company's portal. */
export function usePortalLink(subdomain: string): HostLink {
  return useHostLink(`${subdomain}.${usePortal().baseDomain}`);
}

/**
 * Returns the link that opens the portal of the shown company. For users of this company, the link
 * also signs them in on the portal's host, as `GET /api/feedback-portal` describes.
 */
export function useOpenPortalHref(subdomain: string): string {
  const user = useCurrentUser();
  const company = useShownCompany();
  const { href } = usePortalLink(subdomain);
  return user && user.companyId === company?.id ? "/api/feedback-portal?to=home" : href;
}

/**
 * Returns the URL of another host of this installation, with the protocol and port of the current
 * page. Until hydration, protocol and port are empty, because they are available in the browser
 * only.
 */
export function useHostLink(host: string): HostLink {
  const { protocol, port } = useHydrated() ? window.location : { protocol: "", port: "" };
  const href = `//${host}${port && `:${port}`}/`;
  return { href, host, address: protocol + href };
}
