import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { REFUSED_REASONS } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Db } from "#server/platform/db/database.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import {
  acceptForms,
  sendTokenPage,
  withPrivateHeaders,
} from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import { findUserById, lockAccount } from "#server/features/users/users.queries.ts";
import { refusalOf } from "./arriveWithIdentity.ts";
import { changeProvedRole } from "./changeProvedRole.ts";
import { connectIdentity } from "./connectIdentity.ts";
import { deviceSubject } from "./knownDevice.ts";
import { REFUSED_PATH, REFUSED_TEXTS, refuseSignOn } from "./refusedSignOn.ts";
import { isFreshSignIn } from "./requireFreshSignIn.ts";
import { endSession, startSession } from "./session.ts";
import { isUnchanged, requireSecondFactor } from "./signInChecks.ts";
import { findIdentity, saveIdentityUse } from "./signInIdentity.queries.ts";
import type { PendingIdentity } from "./signOn.queries.ts";
import { findPending, takePending } from "./signOn.queries.ts";
import { readSignOnBrowser } from "./signOnCookie.ts";
import { savePendingOrganisation } from "./signedTokens/saveOrganisation.ts";

/** The page on which a person goes on whose identity is proved, but not yet connected. */
export const CONFIRM_PATH = "/sign-on/confirm";
const HERE = encodeURIComponent(CONFIRM_PATH);

const confirmLimit = bySubscriber({ name: "sign-on-confirm-ip", attempts: 60, windowSeconds: 900 });

/** What the browser's identity waits for. */
interface Waiting {
  readonly pending: PendingIdentity;
  /** The account that must be logged in to; undefined if it can be any. */
  readonly account: Account | undefined;
  /** Whether the identity is connected with the account, so that only its second factor is missing. */
  readonly isConnected: boolean;
}

/**
 * Mounts the pages on which sign-ins with identities of others go on or end. They need no
 * JavaScript. GET changes nothing.
 */
export function mountSignOnPages(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", ({ requestContext }) => countCall([confirmLimit], requestContext));
    acceptForms(scope);
    scope.get(REFUSED_PATH, sendRefusal);
    scope.get(CONFIRM_PATH, async (request, reply) => {
      const waiting = await findWaiting(request.requestContext);
      return waiting ? sendQuestion(request, reply, waiting) : refuseSignOn(reply, "expired");
    });
    scope.post(CONFIRM_PATH, submit);
  });
}

function sendRefusal(
  request: FastifyRequest<{ Querystring: { reason?: unknown } }>,
  reply: FastifyReply,
): FastifyReply {
  const given = request.query.reason;
  const { title, text } =
    REFUSED_TEXTS[REFUSED_REASONS.find((known) => known === given) ?? "expired"];
  return sendTokenPage(
    request,
    reply,
    title,
    `<p>${text}</p><p><a class="button solid" href="/login">Log in</a></p>`,
  );
}

const browserOf = (context: RequestContext) => ({
  browserHash: readSignOnBrowser(context),
  host: context.host.name,
});

async function findWaiting(context: RequestContext): Promise<Waiting | undefined> {
  const db = context.database.system;
  const pending = await db.first(findPending, browserOf(context));
  if (!pending) return undefined;
  const { userId } = pending;
  const account = userId === null ? undefined : await db.first(findUserById, { userId });
  const known = await db.first(findIdentity, pending);
  return { pending, account, isConnected: known !== undefined && known.userId === userId };
}

async function submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { requestContext: context } = request;
  const waiting = await findWaiting(context);
  if (!waiting) return refuseSignOn(reply, "expired");
  const form = request.body instanceof FormData ? request.body : new FormData();
  const cookies = new ResponseCookies();
  const response = { setCookie: (cookie: string) => cookies.set(cookie) };
  if (form.get("action") === "again") {
    await endSession(context.database.system, { ...context, response });
    cookies.sendWith(reply);
    return withPrivateHeaders(reply).redirect(`/login?from=${HERE}`, 303);
  }
  if (waiting.isConnected) {
    const code = form.get("code");
    const typed = typeof code === "string" ? code : "";
    const problem = await signIn({ ...context, response }, waiting, typed);
    if (problem !== null) return sendQuestion(request, reply, waiting, problem);
    cookies.sendWith(reply);
    return open(reply, waiting);
  }
  const { viewer } = context;
  const { pending } = waiting;
  if (!viewer || (pending.userId !== null && pending.userId !== viewer.id))
    return sendQuestion(request, reply, waiting);
  const take = async (db: Db) => (await db.first(takePending, browserOf(context))) !== undefined;
  const reason = await connectIdentity(
    { ...context, viewer, visibility: null },
    { ...pending, take },
  );
  if (reason !== null) return refuseSignOn(reply, reason);
  await savePendingOrganisation(context.database.system, viewer.id, pending);
  return open(reply, waiting);
}

const open = (reply: FastifyReply, { pending }: Waiting) =>
  withPrivateHeaders(reply).redirect(pending.returnPath, 303);

/** Signs in to the connected account with its second factor. Returns what is wrong; null if nothing is. */
async function signIn(
  context: RequestContext & { response: { setCookie: (cookie: string) => void } },
  { pending, account }: Waiting,
  code: string,
): Promise<string | null> {
  if (!account || refusalOf(context, pending, account) !== null) return REFUSED_TEXTS.expired.title;
  const { system } = context.database;
  const userId = account.id;
  const device = await deviceSubject(system, context, userId);
  try {
    await requireSecondFactor(system, { user: account, device, code });
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return error.message;
    throw error;
  }
  return system.transaction(async (db) => {
    await db.all(lockAccount, { userId });
    const user = await db.first(findUserById, { userId });
    const isTaken =
      isUnchanged(user, account) &&
      (await db.first(takePending, browserOf(context))) &&
      (await db.first(saveIdentityUse, { ...pending, userId }));
    if (!isTaken) return REFUSED_TEXTS.expired.title;
    if (pending.makesAdmin !== null) await changeProvedRole(db, context, user, pending.makesAdmin);
    await savePendingOrganisation(db, userId, pending);
    await startSession(db, context, userId, pending.companyId === null ? "proved" : "vouched");
    return null;
  });
}

/** Sends the page with the next step: the second factor, a login, or the button that connects. */
async function sendQuestion(
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, account, isConnected }: Waiting,
  problem?: string,
): Promise<FastifyReply> {
  const { viewer } = request.requestContext;
  const provider = `<b><bdi>${escapeHtml(pending.providerName)}</bdi></b>`;
  const error =
    problem === undefined ? "" : `<p class="error" role="alert">${escapeHtml(problem)}</p>`;
  if (isConnected)
    return sendTokenPage(
      request,
      reply,
      "Two-factor code",
      `<p>Enter the code of your authenticator app to log in with ${provider}.</p>
<form method="post"><p><label class="label" for="code">Two-factor code</label><input id="code" name="code" autocomplete="one-time-code" required maxlength="40" autofocus></p>${error}
<p><button class="solid">Log in</button></p></form>`,
    );
  const isTheirs = viewer !== null && (pending.userId === null || pending.userId === viewer.id);
  const isFresh = isTheirs && (await isFreshSignIn(request.requestContext));
  if (isFresh) {
    const address = `<b>${escapeHtml(viewer.username)}</b>`;
    return sendTokenPage(
      request,
      reply,
      "Connect your account",
      `<p>You are logged in as ${address}. From now on, ${provider} (<bdi>${escapeHtml(pending.label)}</bdi>) can log you in to this account.</p>
<form method="post">${error}<p><button class="solid">Connect</button></p></form>
<p class="muted">If you do not want this, close the page. Nothing happens then.</p>`,
    );
  }
  const text = account
    ? `<p>There is already an account with <b>${escapeHtml(account.username)}</b>. Log in to it once as you have until now. Then it can be connected with ${provider}.</p>`
    : `<p>${provider} has not confirmed an e-mail address of yours. Log in or sign up once. Then your account can be connected with it.</p>`;
  const next =
    viewer === null
      ? `<p><a class="button solid" href="/login?from=${HERE}">Log in</a>${account ? "" : ` <a class="button" href="/register?from=${HERE}">Sign up</a>`}</p>`
      : `<form method="post"><p>You are logged in as <b>${escapeHtml(viewer.username)}</b>.</p><p><button class="solid" name="action" value="again">Log in again</button></p></form>`;
  return sendTokenPage(request, reply, "One more step", text + error + next);
}
