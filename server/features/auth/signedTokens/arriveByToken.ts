import type { RefusedReason } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Db } from "#server/platform/db/database.ts";
import { enqueueProviderPicture } from "#server/features/users/providerPicture.queries.ts";
import type { ArrivalResult, SignOnContext } from "../arriveWithIdentity.ts";
import { arriveWithIdentity } from "../arriveWithIdentity.ts";
import { findProvedDomain } from "../companyProvider/emailDomains.queries.ts";
import { deviceSubject } from "../knownDevice.ts";
import { findIdentity } from "../signInIdentity.queries.ts";
import { saveOrganisation } from "./saveOrganisation.ts";
import type { ApplicationRow } from "./signedTokens.queries.ts";
import { findApplication, useToken } from "./signedTokens.queries.ts";
import { verificationOf } from "./verificationOf.ts";
import type { VerifiedToken } from "./verifyToken.ts";
import { TokenRefusedError, verifyToken } from "./verifyToken.ts";

/** The issuer of the identities that signed tokens prove. */
const ISSUER = "token";

/** A token that a browser has brought to a company's host. */
export interface BroughtToken extends VerifiedToken {
  companyId: number;
  application: ApplicationRow;
  /** The account with this identity; null as long as none is connected. */
  userId: number | null;
  /** Whether this browser has been logged in to the account before. */
  isKnownBrowser: boolean;
}

/**
 * Verifies a token, and finds its account. Uses nothing up.
 * @param portalUrl the address that the browser has opened: scheme, host and port
 */
export async function readBroughtToken(
  context: RequestContext,
  { token, portalUrl, companyId }: { token: string; portalUrl: string; companyId: number },
): Promise<BroughtToken | { reason: RefusedReason }> {
  const db = context.database.system;
  const application = await db.first(findApplication, { companyId });
  if (!application?.isOn) return { reason: "off" };
  try {
    const verification = await verificationOf(db, context, companyId, application);
    const verified = await verifyToken(token, verification, [portalUrl]);
    const identity = { companyId, issuer: ISSUER, subject: verified.claims.sub };
    const userId = (await db.first(findIdentity, identity))?.userId ?? null;
    const device = userId === null ? null : await deviceSubject(db, context, userId);
    return { ...verified, companyId, application, userId, isKnownBrowser: device !== null };
  } catch (error) {
    if (error instanceof TokenRefusedError) return { reason: error.fault };
    throw error;
  }
}

/**
 * Logs the browser in by its token, which is used up. A person who is logged in already is never
 * switched; the token of the same person goes on.
 * @param returnPath the page to open afterwards, a path of this host
 */
export async function arriveByToken(
  context: SignOnContext,
  brought: BroughtToken,
  returnPath: string,
): Promise<ArrivalResult> {
  const { companyId, application, claims, tokenHash, expiresAt, userId } = brought;
  const db = context.database.system;
  let isUsed = false;
  const take = async (taker: Db) => {
    isUsed = (await taker.first(useToken, { companyId, tokenHash, expiresAt })) === undefined;
    return !isUsed;
  };
  const viewer = context.viewer ?? context.restrictedUser;
  if (viewer && viewer.id !== userId) return { kind: "refused", reason: "otherAccount" };
  if (viewer) {
    // A page that is loaded again brings a used token, which changes nothing.
    if (await take(db))
      await saveOrganisation(db, { companyId, userId: viewer.id }, claims.company);
    return { kind: "signed-in", userId: viewer.id, isNew: false };
  }
  const domain = claims.email.split("@").at(-1)?.toLowerCase() ?? "";
  const result = await arriveWithIdentity(context, {
    companyId,
    issuer: ISSUER,
    subject: claims.sub,
    label: claims.email,
    providerName: application.name,
    address: claims.email,
    isAddressProved: true,
    isDomainProved: (await db.first(findProvedDomain, { companyId, domain })) !== undefined,
    fullName: claims.name,
    way: "token",
    organisation: claims.company,
    returnPath,
    take,
  });
  if (isUsed) return { kind: "refused", reason: "tokenExpired" };
  if (result.kind !== "signed-in") return result;
  await saveOrganisation(db, { companyId, userId: result.userId }, claims.company);
  if (result.isNew && claims.picture !== undefined) {
    const picture = { companyId, userId: result.userId, url: claims.picture };
    await db.all(enqueueProviderPicture, picture);
  }
  return result;
}
