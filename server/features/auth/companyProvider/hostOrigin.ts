import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** The path to which providers lead back. */
export const CALLBACK_PATH = "/auth/oidc/callback";

/** Returns the origin of the request's own host, also on a custom domain. */
export function hostOrigin({ host, origin }: Pick<RequestContext, "host" | "origin">): string {
  const url = new URL(origin);
  if (host.domain !== null) url.hostname = host.domain;
  return url.origin;
}
