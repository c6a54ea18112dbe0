import type { FastifyReply, FastifyRequest } from "fastify";
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import type { RefusedReason } from "#contract/signOn.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { signInCounter } from "#server/platform/health/signInCounts.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import type { ProviderAnswer } from "#server/platform/openId/checkCallback.ts";
import { checkCallback } from "#server/platform/openId/checkCallback.ts";
import { openProvider } from "#server/platform/openId/openProvider.ts";
import type { ProviderProblem } from "#server/platform/openId/providerProblem.ts";
import { problemOf } from "#server/platform/openId/providerProblem.ts";
import { withPrivateHeaders } from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import { sealSecret } from "#server/platform/secrets/sealSecret.ts";
import { findUserById } from "#server/features/users/users.queries.ts";
import type { ArrivalResult } from "#server/features/auth/arriveWithIdentity.ts";
import { arriveWithIdentity } from "#server/features/auth/arriveWithIdentity.ts";
import { findProvedDomain } from "./emailDomains.queries.ts";
import type { ProviderPicture } from "./fetchProviderPicture.ts";
import { PROVIDER_PICTURE_TASK } from "./fetchProviderPicture.ts";
import { hostOrigin } from "./hostOrigin.ts";
import type { CompanyProvider } from "./openCompanyProvider.ts";
import { openCompanyProvider } from "./openCompanyProvider.ts";
import { insertProviderSession } from "./providerSession.queries.ts";
import type { PersonClaims } from "./readClaims.ts";
import { lacksClaims, readClaims } from "./readClaims.ts";
import { sendProblem, sendVerdict } from "./testPage.ts";

export const CALLBACK_PATH = "/auth/oidc/callback";

/** Limits starts and callbacks, each of which asks the provider. */
const limits = [
  bySubscriber({ name: "sign-on-ip", attempts: 120, windowSeconds: 15 * 60 }),
];

type Query = Readonly<Record<string, unknown>>;

/**
 * Leads the browser to the company's provider. With `purpose=test`, an admin tests the connection:
 * nobody is logged in then.
 */
export async function startCompanySignOn(request: FastifyRequest, reply: FastifyReply) {
  const context = request.requestContext;
  await countCall(limits, context);
  withPrivateHeaders(reply);
  const { hostCompany, viewer, config } = context;
  const query = request.query as Query;
  const isTest = query["purpose"] === "test";
  if (isTest && !isAdminOf(viewer, hostCompany?.id ?? null))
    return reply.redirect("/login?from=%2Fcompany%2Fsettings%2Fsign-on");
  const found = await openCompanyProvider(context);
  if (!found || !hostCompany || ("row" in found && !found.row.isOn && !isTest))
    return refuse(request, reply, "off");
  if ("problem" in found) return fail(request, reply, found.problem, isTest);
  const { row, client } = found;
  try {
    const configuration = await openProvider(client, config, { isFresh: isTest });
    const attempt = await startAttempt(context, reply, {
      kind: "oidc",
      provider: row.issuer,
      companyId: hostCompany.id,
      to: query["to"],
      purpose: isTest ? "test" : "login",
    });
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: hostOrigin(context) + CALLBACK_PATH,
      scope: scopesOf(configuration.serverMetadata().scopes_supported, row.adminClaim),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.pkceVerifier),
      code_challenge_method: "S256",
      // Whoever is logged in proves again who they are.
      ...(viewer && !isTest && { prompt: "login" }),
    });
    return reply.redirect(url.href);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return fail(request, reply, problem, isTest);
  }
}

/** Some providers, such as Okta, send groups only if a scope of the same name is asked for. */
function scopesOf(offered: readonly string[] | undefined, adminClaim: string | null): string {
  const more = adminClaim !== null && offered?.includes(adminClaim) ? ` ${adminClaim}` : "";
  return `openid email profile${more}`;
}

/** Finishes the sign-in of a started attempt. */
export async function finishCompanySignOn(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: TakenAttempt,
) {
  const context = request.requestContext;
  const isTest = attempt.purpose === "test";
  const found = await openCompanyProvider(context);
  const isSame = found && (!("row" in found) || found.row.issuer === attempt.provider);
  if (!found || !isSame) return refuse(request, reply, "expired");
  if ("problem" in found) return fail(request, reply, found.problem, isTest);
  const { row, client } = found;
  if (!row.isOn && !isTest) return refuse(request, reply, "off");
  try {
    const callback = new URL(hostOrigin(context) + CALLBACK_PATH);
    callback.search = new URL(request.url, callback).search;
    const answer = await checkCallback(client, context.config, {
      callback,
      expected: attempt,
      needsMore: (claims) => isTest || lacksClaims(claims, row),
    });
    const person = await judge(context, found, answer);
    return isTest
      ? await showTest(request, reply, { row, answer, person })
      : await arrive(request, reply, { row, answer, person, attempt });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return fail(request, reply, problem, isTest);
  }
}

/** What the provider says, and what the company has proved. */
interface Judged extends PersonClaims {
  isDomainProved: boolean;
}

interface Answered {
  row: ProviderRow;
  answer: ProviderAnswer;
  person: Judged;
}

async function judge(
  { database }: RequestContext,
  { row }: CompanyProvider,
  { claims }: ProviderAnswer,
): Promise<Judged> {
  const { companyId } = row;
  const person = readClaims(claims, row);
  const domain = person.address?.split("@").at(-1)?.toLowerCase() ?? "";
  const proved = await database.tenant(companyId).first(findProvedDomain, { companyId, domain });
  return { ...person, isDomainProved: proved !== undefined };
}

/** Signs the person in, or leads to the page that says what is missing. */
async function arrive(
  request: FastifyRequest,
  reply: FastifyReply,
  { row, answer, person, attempt }: Answered & { attempt: TakenAttempt },
) {
  const cookies = new ResponseCookies();
  const response = { setCookie: (cookie: string) => cookies.set(cookie) };
  const context = { ...request.requestContext, response };
  const { companyId } = row;
  const { issuer, subject, idToken } = answer;
  const { address, isDomainProved, makesAdmin } = person;
  const result = await arriveWithIdentity(context, {
    companyId,
    issuer,
    subject,
    label: address ?? person.fullName ?? row.name,
    address,
    isAddressProved: person.isAddressVerified || isDomainProved,
    isDomainProved,
    fullName: person.fullName,
    way: "oidc",
    makesAdmin,
    take: async () => true,
  });
  cookies.sendWith(reply);
  const isAccepted = result.kind === "signed-in";
  signInCounter.inc({ way: "oidc", result: isAccepted ? "accepted" : "refused" });
  if (result.kind === "refused") return refuse(request, reply, result.reason);
  if (result.kind === "confirm") return reply.redirect("/sign-on/confirm");
  return reply.redirect(attempt.returnPath);
}
