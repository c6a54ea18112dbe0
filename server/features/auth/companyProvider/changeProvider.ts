import type { CompanySignOn, companySignOnApi } from "#contract/companySignOn.ts";
import { NO_ISSUER, NO_PROVIDER, PROVIDER_IS_OFF } from "#contract/companySignOn.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { requireFreshSignIn } from "#server/features/auth/requireFreshSignIn.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { openProvider } from "#server/platform/openId/openProvider.ts";
import { admitsHttp } from "#server/platform/openId/providerFetch.ts";
import { namedIssuer, problemOf } from "#server/platform/openId/providerProblem.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { openSecret, sealSecret } from "#server/platform/secrets/sealSecret.ts";
import { readCompanySignOn } from "./readCompanySignOn.ts";
import type { ProviderRow } from "./signOn.queries.ts";
import {
  deleteProvider,
  endSessionsOfUnlinked,
  findProvider,
  listEmergencyAdmins,
  lockProvider,
  saveProviderRow,
  updateOnlyWay,
} from "./signOn.queries.ts";

/** Limits how often a provider is asked for its discovery document. */
export const saveProviderLimit = byAccount({
  name: "sign-on-provider",
  attempts: 60,
  windowSeconds: 60 * 60,
});

type SaveContext = Handled<typeof companySignOnApi.save, TenantUserContext>;

/**
 * Connects the provider, or changes it. A new issuer must answer with a discovery document. The
 * secret stays unless another one is sent.
 * @throws HttpError 400 beside the issuer or the secret; nothing is stored then
 */
export async function saveProvider(context: SaveContext): Promise<CompanySignOn> {
  await requireFreshSignIn(context, "company");
  const { db, body, config } = context;
  const { companyId } = db;
  const { clientSecret: typed, ...fields } = body;
  const known = await db.first(findProvider, { companyId });
  const secret = typed?.trim();
  if (secret) refuseOtherKinds(secret, fields.issuer);
  // A secret is never sent to another issuer or for another client than it was entered for.
  const isSame = known?.issuer === fields.issuer && known.clientId === fields.clientId;
  const kept = isSame ? known.clientSecret : undefined;
  const clientSecret = secret ? sealSecret(config, secret) : kept;
  if (!clientSecret || openSecret(config, clientSecret) === null)
    throw invalid({ clientSecret: ["Enter the client secret"] });
  const { issuer, offersSignOut } =
    known?.issuer === fields.issuer ? known : await readIssuer(context);
  const set = { ...fields, issuer, offersSignOut, signsOut: fields.signsOut && offersSignOut };
  await db.transaction(async (transaction) => {
    const before = await transaction.first(lockProvider, { companyId });
    await transaction.all(saveProviderRow, { companyId, clientSecret, ...set });
    await recordAudit(transaction, context, companyId, {
      action: before ? "sign-on.update" : "sign-on.create",
      subject: fields.name,
      details: {
        ...changesOf<Partial<ProviderRow>>(before ?? {}, set),
        ...(secret && { clientSecret: "new" }),
      },
    });
  });
  return readCompanySignOn(context);
}

/**
 * Refuses a text that is no client secret.
 * @throws HttpError 400 beside the secret
 */
function refuseOtherKinds(secret: string, issuer: string): void {
  const refuse = (message: string) => invalid({ clientSecret: [message] });
  if (/-----BEGIN|^\s*\{/.test(secret))
    throw refuse("This is a key or a file. Enter the client secret, which is one line of text");
  if (/\s/.test(secret)) throw refuse("A client secret contains no spaces");
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(secret);
  if (isUuid && new URL(issuer).hostname.endsWith("microsoftonline.com"))
    throw refuse("This is the ID of the secret. Enter its value");
}

/**
 * Reads the discovery document of the issuer in the body, and returns the issuer as it names itself.
 * @throws HttpError 400 beside the issuer
 */
async function readIssuer({ body, config }: SaveContext) {
  const refuse = (message: string) => invalid({ issuer: [message] });
  const { issuer, clientId } = body;
  if (!admitsHttp(issuer, config) && !issuer.startsWith("https:")) throw refuse(NO_ISSUER);
  const read = (address: string) =>
    openProvider({ issuer: address, clientId, clientSecret: "" }, config, { isFresh: true });
  try {
    const opened = await read(issuer).catch((error: unknown) => {
      // Some issuers end with a slash, which is easily left out.
      const named = namedIssuer(error);
      if (named !== null && withoutSlash(named) === withoutSlash(issuer)) return read(named);
      throw error;
    });
    const server = opened.serverMetadata();
    if (!server.authorization_endpoint || !server.token_endpoint || !server.jwks_uri)
      throw refuse("The provider's discovery document lacks an address that is needed.");
    return { issuer: server.issuer, offersSignOut: server.end_session_endpoint !== undefined };
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    throw refuse(problem.text);
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, "");

/** Disconnects the provider. The links of people stay for when it is connected again. */
export async function removeProvider(
  context: Handled<typeof companySignOnApi.remove, TenantUserContext>,
): Promise<void> {
  await requireFreshSignIn(context, "company");
  const { db } = context;
  const { companyId } = db;
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteProvider, { companyId });
    if (!deleted) return;
    const entry = { action: "sign-on.delete", subject: deleted.name };
    await recordAudit(transaction, context, companyId, entry);
  });
}

/**
 * Makes the provider the only way in for the company's people except one admin, or admits all ways
 * again. Whoever has never come in by the provider is logged out.
 * @throws HttpError 400 if the account is no admin of the company, or has no password; 409 without a
 * provider that is on
 */
export async function changeOnlyWay(
  context: Handled<typeof companySignOnApi.changeOnlyWay, TenantUserContext>,
): Promise<CompanySignOn> {
  await requireFreshSignIn(context, "company");
  const { db, database, body, sessionHash } = context;
  const { companyId } = db;
  const { emergencyAdminId } = body;
  await database.system.transaction(async (transaction) => {
    const provider = await transaction.first(lockProvider, { companyId });
    if (!provider) throw conflict(NO_PROVIDER);
    const userId = emergencyAdminId;
    const [admin] =
      userId === null ? [] : await transaction.all(listEmergencyAdmins, { companyId, userId });
    if (userId !== null && !admin)
      throw invalid({ emergencyAdminId: ["Choose an admin who has a password"] });
    if (userId !== null && !provider.isOn) throw conflict(PROVIDER_IS_OFF);
    await transaction.all(updateOnlyWay, { companyId, emergencyAdminId });
    if (userId !== null) {
      const kept = { companyId, emergencyAdminId: userId, tokenHash: sessionHash };
      await transaction.all(endSessionsOfUnlinked, kept);
    }
    await recordAudit(transaction, context, companyId, {
      action: "sign-on.only-way",
      subject: provider.name,
      details: { isOnlyWay: userId !== null, username: admin?.username ?? null },
      aboutUserId: admin?.id ?? null,
    });
  });
  return readCompanySignOn(context);
}
