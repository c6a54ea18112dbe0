import type { RequestContext } from "#server/platform/access/requestContext.ts";

export const CALLBACK_PATH = "/auth/provider/callback";

/**
 * Returns the address to which the installation's providers send people back. It is on the product's
 * own host, because a provider knows one address for all portals.
 */
export function providerCallback({
  origin,
  config,
}: Pick<RequestContext, "origin" | "config">): string {
  const url = new URL(CALLBACK_PATH, origin);
  url.hostname = config.baseDomain;
  return url.href;
}
