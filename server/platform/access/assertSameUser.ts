import type { FastifyRequest } from "fastify";
import { SIGNED_IN_AS } from "#contract/endpoint.ts";
import { HttpError } from "#server/platform/http/httpError.ts";

const HEADER = SIGNED_IN_AS.toLowerCase();

/**
 * Refuses a change that a page sends for one user if another user has since signed in with the same
 * browser. The page names its user in the header `SIGNED_IN_AS`; a request without this header is
 * accepted. If nobody is signed in, the route's guard decides.
 * @throws HttpError 401 if the users differ
 */
export function assertSameUser({ headers, requestContext }: FastifyRequest): void {
  const saidId = headers[HEADER];
  if (saidId === undefined) return;
  const account = requestContext.viewer ?? requestContext.restrictedUser;
  if (account && saidId !== String(account.id))
    throw new HttpError(401, "Somebody else is signed in by now");
}
