import type { Guard } from "#server/platform/access/guards.ts";
import { notFound, notSignedIn } from "#server/platform/http/httpError.ts";
import { isBearer } from "#server/platform/http/isBearer.ts";

/**
 * Admits requests with the installation's token, which the operator gives to a mail server. If the
 * installation has no token, the route does not exist.
 */
export const bounceReporter: Guard = {
  description: "Mail servers that send the installation's `BOUNCE_TOKEN` as a bearer token.",
  session: "token",
  refusals: [401],
  admit: (context) => {
    const { bounceToken } = context.config;
    if (bounceToken === undefined) throw notFound();
    if (!isBearer(context.authorization, bounceToken)) throw notSignedIn();
    return context;
  },
};
