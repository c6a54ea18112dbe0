import { randomUUID } from "node:crypto";
import type { ApiKey, apiKeysApi, CreatedApiKey } from "#contract/apiKeys.ts";
import { EXPIRY_IS_PAST } from "#contract/apiKeys.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { newApiKey } from "#server/platform/access/apiKey.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  deleteApiKey,
  findApiKey,
  insertApiKey,
  insertKeyAccount,
  updateApiKey,
} from "./apiKeys.queries.ts";

/** Limits how many accounts of keys an admin can leave behind. */
export const apiKeyLimit = byAccount({
  name: "api-key-account",
  attempts: 60,
  windowSeconds: 60 * 60,
});

/** What stands beside the texts of a key. */
const shownName = (name: string) => `${name} (API)`;

/** Makes a key. The response is the only place where it can be read. */
export async function createApiKey(
  context: Handled<typeof apiKeysApi.create, TenantUserContext>,
): Promise<CreatedApiKey> {
  const { database, config, tenantId: companyId, viewer, body } = context;
  const { name, expiresAt = null } = body;
  const scopes = [...new Set(body.scopes)];
  refusePastExpiry(expiresAt);
  const key = newApiKey();
  const stored = await database.system.transaction(async (db) => {
    await requireRoom(db, config.quotas, { companyId, kind: "keys" });
    const account = await db.first(insertKeyAccount, {
      companyId,
      // An address that cannot exist, so that nobody can register it or get its mails.
      username: `${randomUUID()}@${String(companyId)}.api-key.invalid`,
      fullName: shownName(name),
      passwordHash: unusablePasswordHash(),
    });
    const inserted =
      account &&
      (await db.first(insertApiKey, {
        companyId,
        keyHash: hashToken(key),
        hint: key.slice(-4),
        name,
        scopes,
        accountId: account.id,
        makerId: viewer.id,
        expiresAt,
      }));
    if (!inserted) throw new Error("The API key was not stored");
    await recordAudit(db, context, companyId, {
      action: "api-key.create",
      subject: name,
      details: { id: inserted.id, scopes, expiresAt },
    });
    return requireKey(db, { companyId, id: inserted.id });
  });
  return { ...stored, key };
}

/** Changes the name, scopes or expiry of a key, from its next request on. */
export async function changeApiKey(
  context: Handled<typeof apiKeysApi.update, TenantUserContext>,
): Promise<ApiKey> {
  const { database, tenantId: companyId, params, body } = context;
  const { id } = params;
  const { name, expiresAt } = body;
  if (expiresAt) refusePastExpiry(expiresAt);
  const changes = { ...body, ...(body.scopes && { scopes: [...new Set(body.scopes)] }) };
  const after = await database.system.transaction(async (db) => {
    const before = await db.first(findApiKey, { companyId, id });
    if (!before) throw context.notFound();
    const changed = changedFields(changes);
    const fullName = name === undefined ? null : shownName(name);
    await db.all(updateApiKey, { ...changes, companyId, id, changed, fullName });
    await recordAudit(db, context, companyId, {
      action: "api-key.update",
      subject: before.name,
      details: { id, ...changesOf(before, changes) },
    });
    return requireKey(db, { companyId, id });
  });
  return after;
}

/** Revokes a key. Its account remains, as the author of what the key wrote. */
export async function revokeApiKey(
  context: Handled<typeof apiKeysApi.remove, TenantUserContext>,
): Promise<void> {
  const { database, tenantId: companyId, params } = context;
  await database.system.transaction(async (db) => {
    const deleted = await db.first(deleteApiKey, { companyId, id: params.id });
    if (!deleted) throw context.notFound();
    await recordAudit(db, context, companyId, {
      action: "api-key.revoke",
      subject: deleted.name,
      details: { id: params.id },
    });
  });
}

async function requireKey(db: SystemDb, key: { companyId: number; id: number }): Promise<ApiKey> {
  const found = await db.first(findApiKey, key);
  if (!found) throw new Error("The API key was not found");
  return found;
}

/** @throws HttpError 400 */
function refusePastExpiry(expiresAt: string | null): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    throw invalid({ expiresAt: [EXPIRY_IS_PAST] });
}
