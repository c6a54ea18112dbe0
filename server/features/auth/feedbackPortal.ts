import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { startSession } from "./session.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import { parseHost } from "#server/platform/http/hosts.ts";
import { lockHandoffOwner, insertHandoff, takeHandoff } from "./handoff.queries.ts";

const LOGIN = `/login?from=${encodeURIComponent("/api/feedback-portal")}`;
const SUBMIT = "/feedback?submit=1";

/**
 * `GET /api/feedback-portal` redirects a signed-in user to the page where feedback is submitted: to
 * `FEEDBACK_PORTAL_URL`, or to the portal of the user's company, signed in there by a single-use
 * code (docs/product-decisions.md "Accounts").
 */
export function mountFeedbackPortal(app: FastifyInstance): void {
  // No HEAD: a link preview must not create or use up a code.
  app.get("/api/feedback-portal", { exposeHeadRoute: false }, redirectToPortal);
  app.get<{ Querystring: { code?: unknown } }>(
    "/api/handoff",
    { exposeHeadRoute: false },
    redeemHandoff,
  );
}

async function redirectToPortal(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { viewer, hostCompany, config, database, sessionHash } = request.requestContext;
  reply.header("cache-control", "no-store");
  if (!viewer) return reply.redirect(LOGIN);
  if (config.feedbackPortalUrl !== undefined) return reply.redirect(config.feedbackPortalUrl);
  if (viewer.companyId === null) return reply.redirect("/");
  if (hostCompany?.id === viewer.companyId) return reply.redirect(SUBMIT);
  const { companyId } = viewer;
  const company = await database.tenant(companyId).first(findCompany, { companyId });
  if (!company?.subdomain) return reply.redirect(SUBMIT);
  const code = newSessionToken();
  const handoff = { codeHash: hashToken(code), tokenHash: sessionHash, companyId };
  // A transaction is retried after a deadlock, which a concurrent deletion of the company can
  // cause.
  const made = await database.system.transaction((db) => db.first(insertHandoff, handoff));
  if (!made) return reply.redirect(LOGIN);
  const port = parseHost(request.host)?.port;
  const host = `${company.subdomain}.${config.baseDomain}${port ? `:${port}` : ""}`;
  return reply.redirect(`${request.protocol}://${host}/api/handoff?code=${code}`);
}

async function redeemHandoff(
  request: FastifyRequest<{ Querystring: { code?: unknown } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { hostCompany, database, viewer } = request.requestContext;
  const { code } = request.query;
  reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  // A signed-in user stays signed in as the same user: a link must not make a user write in another
  // user's name.
  if (viewer) return reply.redirect(SUBMIT);
  if (hostCompany && typeof code === "string") {
    const cookies = new ResponseCookies();
    const response = { setCookie: (cookie: string) => cookies.set(cookie) };
    const handoff = { codeHash: hashToken(code), companyId: hostCompany.id };
    // One transaction, so that a failed login does not use up the code.
    const isTaken = await database.system.transaction(async (db) => {
      await db.all(lockHandoffOwner, { codeHash: handoff.codeHash });
      const taken = await db.first(takeHandoff, handoff);
      if (taken) await startSession(db, { ...request.requestContext, response }, taken.userId);
      return taken !== undefined;
    });
    if (isTaken) {
      cookies.sendWith(reply);
      return reply.redirect(SUBMIT);
    }
  }
  return reply.redirect(`/login?from=${encodeURIComponent(SUBMIT)}`);
}
