import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LoginCodeConfirmation } from "#contract/loginCodes.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Db } from "#server/platform/db/database.ts";
import { countSignIn } from "#server/platform/health/signInCounts.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import {
  acceptForms,
  sendTokenPage,
  withPrivateHeaders,
} from "#server/platform/pages/tokenPage.ts";
import { countCall } from "#server/platform/routing/callLimits.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { codeTryLimit } from "./confirmLoginCode.ts";
import { deviceSubject } from "./knownDevice.ts";
import type { LoginRequest } from "./loginCode.queries.ts";
import { findLoginLink, takeLoginLink } from "./loginCode.queries.ts";
import { signInByMail } from "./signInByMail.ts";

const PATH = "/login/link/:token";

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

/** What a link leads to. */
interface Link {
  readonly request: LoginRequest;
  /** The account of the address; undefined for a new person. */
  readonly account: Account | undefined;
}

/**
 * Mounts the page to which the mail with a code leads. It names the address and has a button, which
 * signs the browser in that opened the page. GET uses nothing up, because mail scanners open every
 * link. The link works on the hosts of the company (or the product) where it was requested, except
 * on custom domains, whose DNS others control.
 */
export function mountLoginLink(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", ({ requestContext }) => countCall([codeTryLimit], requestContext));
    acceptForms(scope);
    scope.get(PATH, async (request: LinkRequest, reply) => {
      const link = await findLink(request);
      return link ? sendPage(request, reply, { link }) : sendDeadLink(request, reply);
    });
    scope.post(PATH, submit);
  });
}

async function findLink({ params, requestContext }: LinkRequest): Promise<Link | undefined> {
  const { database, host, hostCompany } = requestContext;
  if (host.domain !== null) return undefined;
  const db = database.system;
  const linkHash = hashToken(params.token);
  const targetCompanyId = hostCompany?.id ?? null;
  const request = await db.first(findLoginLink, { linkHash, targetCompanyId });
  if (!request) return undefined;
  const key = usernameKey(request.address);
  return { request, account: await db.first(findUserByUsername, { usernameKey: key }) };
}

async function submit(request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
  const link = await findLink(request);
  if (!link) return sendDeadLink(request, reply);
  const fields = request.body instanceof FormData ? request.body : new FormData();
  try {
    await countSignIn("mail_link", () => signIn(request, reply, link, fields));
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    // Somebody has used the link meanwhile.
    if (error.fieldErrors?.["code"]) return sendDeadLink(request, reply);
    return sendPage(request, reply.code(error.status).headers(error.headers), { link, error });
  }
  // The login page opens the page that was asked for, or the default page of the user, and never
  // one of another site.
  const { returnPath } = link.request;
  const from = returnPath === null ? "" : `?from=${encodeURIComponent(returnPath)}`;
  return withPrivateHeaders(reply).redirect(`/login${from}`, 303);
}

async function signIn(
  { params, requestContext }: LinkRequest,
  reply: FastifyReply,
  { request, account }: Link,
  fields: FormData,
): Promise<void> {
  const { database } = requestContext;
  const linkHash = hashToken(params.token);
  const take = async (db: Db) => (await db.first(takeLoginLink, { linkHash })) !== undefined;
  const device = await deviceSubject(database.system, requestContext, account?.id ?? null);
  const cookies = new ResponseCookies();
  const response = { setCookie: (cookie: string) => cookies.set(cookie) };
  const typed = readFields(fields);
  await signInByMail(
    { ...requestContext, response },
    { ...request, ...typed, account, device, take },
  );
  cookies.sendWith(reply);
}

/**
 * Returns the fields of the page's form, without those that are empty.
 * @throws HttpError 400 for an invalid name
 */
function readFields(fields: FormData) {
  const { shape } = LoginCodeConfirmation;
  const code = shape.secondFactorCode.safeParse(fields.get("secondFactorCode") || undefined);
  const name = shape.fullName.safeParse(fields.get("fullName") || undefined);
  if (!name.success) throw new HttpError(400, name.error.issues[0]?.message ?? "Invalid name");
  return { secondFactorCode: code.data, fullName: name.data };
}

function sendDeadLink(request: LinkRequest, reply: FastifyReply): FastifyReply {
  return sendTokenPage(
    request,
    reply.code(404),
    "This link no longer works",
    `<p>It works once, for ten minutes, and ends when another code is sent. Nothing was changed.</p>
<p><a href="/login">Log in</a></p>`,
  );
}

function sendPage(
  request: LinkRequest,
  reply: FastifyReply,
  { link, error }: { link: Link; error?: HttpError },
): FastifyReply {
  const { account, request: asked } = link;
  const address = escapeHtml(account?.username ?? asked.address);
  const isWrong = error !== undefined && !(error.codeRequired && !hasTyped(request));
  const problem = isWrong
    ? `<p class="error" role="alert" id="problem">${escapeHtml(error.message)}</p>`
    : "";
  const name = textField("fullName", "Full name", "name");
  const code = textField("secondFactorCode", "Two-factor code", "one-time-code");
  const text = account
    ? `<p>Log in as <b>${address}</b> in this browser.</p>`
    : `<p>There is no account with <b>${address}</b> yet. It is created when you go on.</p>`;
  const asksForCode = account !== undefined && account.mfaSince !== null;
  return sendTokenPage(
    request,
    reply,
    account ? "Log in" : "Sign up",
    `${text}
<form method="post">${account ? "" : name}${asksForCode ? code : ""}${problem}
<p><button class="solid">${account ? "Log in" : "Sign up"}</button></p></form>
<p class="muted">If you did not ask for this, close the page. Nothing happens then.</p>`,
  );
}

/** Whether the form was sent with a code of the second factor. */
function hasTyped({ body }: LinkRequest): boolean {
  return body instanceof FormData && Boolean(body.get("secondFactorCode"));
}

const textField = (name: string, label: string, autocomplete: string) =>
  `<p><label class="label" for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="${autocomplete}" required maxlength="120"></p>`;
