import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { CheckedToken, SampleToken, signedTokensApi } from "#contract/signedTokens.ts";
import { NO_SECRET } from "#contract/signedTokens.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listPortalUrls } from "./manageApplication.ts";
import { findApplication, findUsedToken } from "./signedTokens.queries.ts";
import { verificationOf } from "./verificationOf.ts";
import { readToken, TokenRefusedError, verifyToken } from "./verifyToken.ts";

export const tryLimit = bySubscriber({
  name: "token-check-ip",
  attempts: 100,
  windowSeconds: 15 * 60,
});

/** Seconds for which a sample works. */
const SAMPLE_SECONDS = 300;

/**
 * Makes a token of an invented person. Nobody chooses the person, so that no admin can log in as a
 * customer with it.
 * @throws HttpError 409 without a secret
 */
export async function makeSampleToken(context: TenantUserContext): Promise<SampleToken> {
  const { db } = context;
  const { companyId } = db;
  const [aud = ""] = await listPortalUrls(context);
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    sub: "sample-1",
    email: "sample.person@example.com",
    name: "Sample Person",
    company: { id: "sample-company", name: "Sample Company", plan: "Pro", monthlySpend: 49 },
    aud,
    iat,
    exp: iat + SAMPLE_SECONDS,
    jti: randomUUID(),
  };
  const shown = JSON.stringify(claims, null, 2);
  const { method = "secret", jwksUrl = null } =
    (await db.first(findApplication, { companyId })) ?? {};
  if (method === "keys") return { token: null, claims: shown };
  const verification = await verificationOf(db, context, companyId, { method, jwksUrl });
  const secret = verification.method === "secret" ? verification.secrets.at(-1) : undefined;
  if (secret === undefined) throw conflict(NO_SECRET);
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(secret));
  await db.transaction((transaction) =>
    recordAudit(transaction, context, companyId, { action: "application.sample" }),
  );
  return { token, claims: shown };
}

/** Says whether a token would log somebody in. */
export async function checkToken(
  context: Handled<typeof signedTokensApi.check, TenantUserContext>,
): Promise<CheckedToken> {
  const reason = await reasonOf(context);
  return { isAccepted: reason === null, reason, ...readToken(context.body.token) };
}

/** Returns why a token is refused; null if it is accepted. */
async function reasonOf(
  context: Handled<typeof signedTokensApi.check, TenantUserContext>,
): Promise<string | null> {
  const { db, body } = context;
  const { companyId } = db;
  const application = await db.first(findApplication, { companyId });
  if (!application) return "Save the settings first.";
  try {
    const verification = await verificationOf(db, context, companyId, application);
    const { tokenHash } = await verifyToken(
      body.token,
      verification,
      await listPortalUrls(context),
    );
    if (await db.first(findUsedToken, { companyId, tokenHash }))
      return "The token has logged somebody in already. Each token works once.";
    return application.isOn ? null : "The token is right, but signed tokens are turned off.";
  } catch (error) {
    if (error instanceof TokenRefusedError) return error.message;
    throw error;
  }
}
