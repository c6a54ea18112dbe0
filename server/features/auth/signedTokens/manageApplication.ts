import { randomBytes } from "node:crypto";
import type { ResultOf } from "#contract/endpoint.ts";
import type { ApplicationSignIn, signedTokensApi } from "#contract/signedTokens.ts";
import {
  ENOUGH_SECRETS,
  MOST_SECRETS,
  NO_HTTPS_ADDRESS,
  NO_SECRET,
} from "#contract/signedTokens.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { presentCompany } from "#server/platform/access/presentCompany.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { FetchRefusedError, refuseForbiddenAddress } from "#server/platform/net/guardedFetch.ts";
import { providerReach } from "#server/platform/openId/providerFetch.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { openSecret, sealSecret } from "#server/platform/secrets/sealSecret.ts";
import type { ApplicationRow } from "./signedTokens.queries.ts";
import {
  deleteSecret,
  findApplication,
  insertSecret,
  listSealedSecrets,
  lockSecrets,
  saveApplication,
} from "./signedTokens.queries.ts";
import { portalUrlsOf } from "./verificationOf.ts";

/** The settings of a company that has saved none. */
const NOTHING_SAVED: ApplicationRow = {
  isOn: false,
  name: "",
  loginUrl: null,
  method: "secret",
  jwksUrl: null,
};

/** Milliseconds that the look-up of a name can take while the settings are saved. */
const LOOK_UP_MS = 1_500;

/** Returns how the application's users log in. Secrets are listed without their values. */
export async function readApplicationSignIn(
  context: TenantUserContext,
): Promise<ApplicationSignIn> {
  const { db, config } = context;
  const { companyId } = db;
  const saved = await db.first(findApplication, { companyId });
  const sealed = await db.all(listSealedSecrets, { companyId });
  return {
    ...(saved ?? NOTHING_SAVED),
    secrets: sealed.map(({ id, createdAt, sealed: secret }) => ({
      id,
      createdAt,
      isReadable: openSecret(config, secret) !== null,
    })),
    portalUrls: await listPortalUrls(context),
  };
}

/** Returns the addresses of the tenant's portal. */
export async function listPortalUrls(context: TenantUserContext): Promise<string[]> {
  const { db } = context;
  const company = await db.first(findCompany, { companyId: db.companyId });
  return company ? portalUrlsOf(context, presentCompany(company)) : [];
}

/** @throws HttpError 400 for an address that cannot be used, or without a secret that is needed */
export async function saveApplicationSignIn(
  context: Handled<typeof signedTokensApi.save, TenantUserContext>,
): Promise<ApplicationSignIn> {
  const { db, body } = context;
  const { companyId } = db;
  const values = { ...body, jwksUrl: body.method === "keys" ? body.jwksUrl : null };
  if (values.loginUrl !== null) requireHttps("loginUrl", values.loginUrl);
  if (values.jwksUrl !== null) await refuseKeyAddress(context, values.jwksUrl);
  await db.transaction(async (transaction) => {
    await transaction.all(lockSecrets, { companyId });
    const before = await transaction.first(findApplication, { companyId });
    if (values.isOn && values.method === "secret") {
      const secrets = await transaction.all(listSealedSecrets, { companyId });
      if (secrets.length === 0) throw invalid({ method: [NO_SECRET] });
    }
    await transaction.all(saveApplication, { companyId, ...values });
    await recordAudit(transaction, context, companyId, {
      action: "application.update",
      subject: values.name,
      details: { ...changesOf(before ?? NOTHING_SAVED, values) },
    });
  });
  return readApplicationSignIn(context);
}

/** Makes a secret, which is shown only now. */
export async function createApplicationSecret(
  context: TenantUserContext,
): Promise<ResultOf<typeof signedTokensApi.createSecret>> {
  const { db, config } = context;
  const { companyId } = db;
  const secret = `hbt_${randomBytes(32).toString("base64url")}`;
  const created = await db.transaction(async (transaction) => {
    await transaction.all(lockSecrets, { companyId });
    const secrets = await transaction.all(listSealedSecrets, { companyId });
    if (secrets.length >= MOST_SECRETS) throw conflict(ENOUGH_SECRETS);
    const sealed = sealSecret(config, secret);
    const inserted = await transaction.first(insertSecret, { companyId, sealed });
    if (!inserted) throw new Error("The secret was not stored");
    await recordAudit(transaction, context, companyId, {
      action: "application.create-secret",
      details: { id: inserted.id },
    });
    return inserted;
  });
  return { ...created, isReadable: true, secret };
}

export async function removeApplicationSecret(
  context: Handled<typeof signedTokensApi.removeSecret, TenantUserContext>,
): Promise<void> {
  const { db, params } = context;
  const { companyId } = db;
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteSecret, { companyId, secretId: params.id });
    if (!deleted) throw context.notFound();
    await recordAudit(transaction, context, companyId, {
      action: "application.delete-secret",
      details: { id: params.id },
    });
  });
}

type AddressField = "loginUrl" | "jwksUrl";

/** Browsers treat the host `localhost` as secure, so developers can try the connection there. */
function requireHttps(field: AddressField, address: string): void {
  const { protocol, hostname, username, password } = new URL(address);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal) throw invalid({ [field]: [NO_HTTPS_ADDRESS] });
  if (username !== "" || password !== "")
    throw invalid({ [field]: ["The address must not contain a password"] });
}

async function refuseKeyAddress({ config }: TenantUserContext, address: string): Promise<void> {
  requireHttps("jwksUrl", address);
  try {
    await refuseForbiddenAddress(address, {
      ...providerReach(address, config),
      milliseconds: LOOK_UP_MS,
    });
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) throw error;
    const isPrivate = error.message === "This host is not allowed";
    throw invalid({
      jwksUrl: [isPrivate ? "This address is not on the public internet" : error.message],
    });
  }
}
