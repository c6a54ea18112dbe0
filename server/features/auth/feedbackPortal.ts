import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { startSession } from "./session.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import { parseHost } from "#server/platform/http/hosts.ts";
import { holdHandoffOwner, insertHandoff, takeHandoff } from "./handoff.queries.ts";

const LOGIN = `/login?from=${encodeURIComponent("/api/feedback-portal")}`;
const SUBMIT = "/feedback?submit=1";

/**
 * `GET /api/feedback-portal` leads a signed-in user to where feedback is submitted: `FEEDBACK_PORTAL_URL`, or the own company's
 * portal, signed in there through a code that is used once (DECISIONS "Accounts").
 */
export function mountFeedbackPortal(app: FastifyInstance): void {
  // No HEAD: whatever looks at links beforehand must not make or use up a code.
  app.get("/api/feedback-portal", { exposeHeadRoute: false }, leadToPortal);
  app.get<{ Querystring: { code?: unknown } }>(
    "/api/handoff",
    { exposeHeadRoute: false },
    enterPortal,
  );
}

async function leadToPortal(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
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
  // A transaction, since it may meet a deadlock with whoever deletes the company.
  const made = await database.system.transaction((db) => db.first(insertHandoff, handoff));
  if (!made) return reply.redirect(LOGIN);
  const port = parseHost(request.host)?.port;
  const host = `${company.subdomain}.${config.baseDomain}${port ? `:${port}` : ""}`;
  return reply.redirect(`${request.protocol}://${host}/api/handoff?code=${code}`);
}

async function enterPortal(
  request: FastifyRequest<{ Querystring: { code?: unknown } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { hostCompany, database, viewer } = request.requestContext;
  const { code } = request.query;
  reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  // Whoever is signed in stays who they are: a link must not make somebody write in another's name.
  if (viewer) return reply.redirect(SUBMIT);
  if (hostCompany && typeof code === "string") {
    const cookies = new ResponseCookies();
    const response = { setCookie: (cookie: string) => cookies.set(cookie) };
    const handoff = { codeHash: hashToken(code), companyId: hostCompany.id };
    // As one: a code is not used up by somebody who did not get in.
    const isTaken = await database.system.transaction(async (db) => {
      await db.all(holdHandoffOwner, { codeHash: handoff.codeHash });
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
