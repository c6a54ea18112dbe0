import { randomBytes } from "node:crypto";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import type { Attempt, SignOnKind } from "./signOn.queries.ts";
import { insertAttempt, takeAttempt } from "./signOn.queries.ts";
import { readSignOnBrowser, setSignOnBrowser } from "./signOnCookie.ts";

interface Start {
  kind: SignOnKind;
  /** The issuer, or the name of the installation's provider. */
  provider: string;
  /** The page to open afterwards, as the browser sent it. Only a path of this host is accepted. */
  to: unknown;
  purpose: Attempt["purpose"];
}

/** What is sent to a provider with a started sign-in, and is expected back. */
export interface StartedAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly pkceVerifier: string;
}

/** A sign-in whose answer has come back to the browser that started it. */
export type TakenAttempt = Attempt & StartedAttempt;

/**
 * Starts a sign-in in this browser. Its answer is accepted once, in this browser, on this host, and
 * for ten minutes.
 */
export async function startAttempt(
  context: RequestContext & { readonly response: Pick<ResponseContext, "setCookie"> },
  { kind, provider, to, purpose }: Start,
): Promise<StartedAttempt> {
  const { database, host, hostCompany, viewer } = context;
  const state = newSessionToken();
  const nonce = newSessionToken();
  // 43 to 128 characters (RFC 7636, section 4.1).
  const pkceVerifier = randomBytes(48).toString("base64url");
  await database.system.all(insertAttempt, {
    browserHash: setSignOnBrowser(context),
    kind,
    provider,
    host: host.name,
    companyId: hostCompany?.id ?? null,
    returnPath: returnPathOf(to),
    stateHash: hashToken(state),
    nonce,
    pkceVerifier,
    purpose,
    userId: purpose === "login" ? null : (viewer?.id ?? null),
  });
  return { state, nonce, pkceVerifier };
}

/** Returns the path of this host to open after a sign-in; the default page for everything else. */
export function returnPathOf(to: unknown): string {
  const path = safeReturnPath(typeof to === "string" ? to : null);
  return path.length <= 2000 ? path : safeReturnPath(null);
}

/**
 * Ends the sign-in to which a state belongs, and returns it. Returns undefined for a state that has
 * expired, was used, or belongs to another browser or host.
 */
export async function endAttempt(
  context: RequestContext,
  { kind, state }: { kind: SignOnKind; state: unknown },
): Promise<TakenAttempt | undefined> {
  if (typeof state !== "string" || state === "") return undefined;
  const { database, host } = context;
  const browserHash = readSignOnBrowser(context);
  const ended = { browserHash, stateHash: hashToken(state), host: host.name, kind };
  const attempt = await database.system.first(takeAttempt, ended);
  return attempt && { ...attempt, state };
}
