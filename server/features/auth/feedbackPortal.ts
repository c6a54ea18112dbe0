import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { startSession } from "./session.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import { parseHost } from "#server/platform/http/hosts.ts";
import { handoffCookie, readHandoffToken } from "./handoffCookie.ts";
import { lockHandoffOwner, insertHandoff, takeHandoff } from "./handoff.queries.ts";

const PORTAL = "/api/feedback-portal";
const HANDOFF = "/api/handoff";
/** The pages to which `PORTAL` and `HANDOFF` lead, by the value of the parameter `to`. */
const TARGETS = {
  submit: "/feedback?submit=1",
  home: "/roadmap",
  "sign-on": "/company/settings/sign-on/provider",
} as const;
type Target = keyof typeof TARGETS;
const loginBefore = (path: string) => `/login?from=${encodeURIComponent(path)}`;

type PortalRequest = FastifyRequest<{ Querystring: { challenge?: unknown; to?: unknown } }>;
type HandoffRequest = FastifyRequest<{ Querystring: { code?: unknown; to?: unknown } }>;

/**
 * Mounts `GET /api/feedback-portal`, which redirects a signed-in user to the page where feedback is
 * submitted. If `FEEDBACK_PORTAL_URL` is set, it is the URL of this page. Otherwise the page is on
 * the subdomain of the user's company. With `to=home` or `to=sign-on`, the route redirects to the
 * roadmap or the sign-on settings on the subdomain, even if `FEEDBACK_PORTAL_URL` is set. A hand-off
 * signs the user in on the subdomain (docs/product-decisions.md "Accounts").
 *
 * A hand-off starts on the subdomain: `GET /api/handoff` sets a cookie and redirects to the
 * product's own host with the cookie's hash as challenge. The product's own host creates a
 * single-use code for the user's session on that host and for the challenge. It then redirects back
 * to the subdomain. The code works only together with the cookie, so that nobody can sign another
 * person in by a link.
 */
export function mountFeedbackPortal(app: FastifyInstance): void {
  // HEAD requests are not served, because a link preview must not create or use up a code.
  const options = { exposeHeadRoute: false };
  app.get(PORTAL, options, redirectToPortal);
  app.get(HANDOFF, options, handOff);
}

async function redirectToPortal(request: PortalRequest, reply: FastifyReply) {
  const { viewer, hostCompany, config, database } = request.requestContext;
  const to = readTarget(request.query.to);
  const ownPath = pathWith(PORTAL, to);
  reply.header("cache-control", "no-store");
  if (!viewer) return reply.redirect(loginBefore(ownPath));
  if (to === "submit" && config.feedbackPortalUrl !== undefined)
    return reply.redirect(config.feedbackPortalUrl);
  const { companyId } = viewer;
  if (companyId === null) return reply.redirect("/");
  if (hostCompany?.id === companyId) return reply.redirect(TARGETS[to]);
  const company = await database.tenant(companyId).first(findCompany, { companyId });
  if (!company?.subdomain) return reply.redirect(TARGETS[to]);
  const origin = originOf(request, `${company.subdomain}.${config.baseDomain}`);
  const challenge = readChallenge(request.query.challenge);
  // Only a session of the product's own host is allowed to open a session on another host.
  if (hostCompany || !challenge) return reply.redirect(origin + pathWith(HANDOFF, to));
  const code = await createHandoff(request, { challenge, companyId });
  if (code === null) return reply.redirect(loginBefore(ownPath));
  return reply.redirect(origin + pathWith(HANDOFF, to, { code }));
}

/**
 * Creates a hand-off for the session of the request. Returns the code of the hand-off, or null if
 * the session has ended.
 */
async function createHandoff(
  { requestContext: { database, sessionHash } }: FastifyRequest,
  handoff: { challenge: Buffer; companyId: number },
): Promise<string | null> {
  const code = newSessionToken();
  const row = { ...handoff, codeHash: hashToken(code), tokenHash: sessionHash };
  // The statement runs in a transaction, because a transaction is retried after a deadlock. A
  // concurrent deletion of the company can cause a deadlock.
  const made = await database.system.transaction((db) => db.first(insertHandoff, row));
  return made ? code : null;
}

async function handOff(request: HandoffRequest, reply: FastifyReply) {
  const { host, viewer } = request.requestContext;
  const { code } = request.query;
  const to = readTarget(request.query.to);
  const page = TARGETS[to];
  reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  // A signed-in user stays signed in as the same user, because a link must not make a user write in
  // another user's name.
  if (viewer) return reply.redirect(page);
  // Only a subdomain accepts hand-offs, because whoever controls the DNS of a custom domain could
  // read the code.
  if (host.subdomain === null) return reply.redirect(loginBefore(page));
  if (code === undefined) return askForCode(request, reply, to);
  const isSignedIn = typeof code === "string" && (await redeem(request, reply, code));
  return reply.redirect(isSignedIn ? page : loginBefore(page));
}

/**
 * Sets the hand-off cookie and redirects to the product's own host, which redirects back with a
 * code.
 */
function askForCode(request: FastifyRequest, reply: FastifyReply, to: Target) {
  const { config, isHttps } = request.requestContext;
  // An existing token is reused, so that two tabs can request a code at the same time.
  const token = readHandoffToken(request.headers.cookie, isHttps) ?? newSessionToken();
  const challenge = hashToken(token).toString("base64url");
  return reply
    .header("set-cookie", handoffCookie(token, isHttps))
    .redirect(originOf(request, config.baseDomain) + pathWith(PORTAL, to, { challenge }));
}

/**
 * Signs the user in by a code that this browser has requested. Returns whether the code was valid.
 */
async function redeem(request: FastifyRequest, reply: FastifyReply, code: string) {
  const { hostCompany, database, isHttps } = request.requestContext;
  const token = readHandoffToken(request.headers.cookie, isHttps);
  if (!hostCompany || token === null) return false;
  const codeHash = hashToken(code);
  const handoff = { codeHash, challenge: hashToken(token), companyId: hostCompany.id };
  const cookies = new ResponseCookies();
  const response = { setCookie: (cookie: string) => cookies.set(cookie) };
  // Both steps run in one transaction, so that a failed sign-in does not use up the code.
  const isTaken = await database.system.transaction(async (db) => {
    await db.all(lockHandoffOwner, { codeHash });
    const taken = await db.first(takeHandoff, handoff);
    const context = { ...request.requestContext, response };
    if (taken) await startSession(db, context, taken.userId, "carried");
    return taken !== undefined;
  });
  if (isTaken) cookies.sendWith(reply);
  return isTaken;
}

/**
 * Returns the target that `to` names, by default `submit`. Only fixed targets exist, so that a link
 * cannot redirect users to another site.
 */
function readTarget(to: unknown): Target {
  return to === "home" || to === "sign-on" ? to : "submit";
}

/** Returns a path with its query. The default target needs no parameter. */
function pathWith(path: string, to: Target, query: Readonly<Record<string, string>> = {}): string {
  const parameters = new URLSearchParams({ ...query, ...(to !== "submit" && { to }) });
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** Returns the SHA-256 hash in the parameter `challenge`, or null if the parameter is invalid. */
function readChallenge(challenge: unknown): Buffer | null {
  if (typeof challenge !== "string" || !/^[\w-]{43}$/.test(challenge)) return null;
  return Buffer.from(challenge, "base64url");
}

/** Returns the origin of the given host, with the scheme and port of the request. */
function originOf({ protocol, host }: FastifyRequest, hostname: string): string {
  const port = parseHost(host)?.port;
  return `${protocol}://${hostname}${port ? `:${port}` : ""}`;
}
