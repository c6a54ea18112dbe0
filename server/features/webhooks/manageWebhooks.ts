import type { ResponseOf } from "#contract/endpoint.ts";
import type { SavedWebhook, Webhook, webhooksApi } from "#contract/webhooks.ts";
import { CHAT_HAS_NO_SECRET, NEEDS_PRIVATE_READ } from "#contract/webhooks.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { TenantDb, TenantTransaction } from "#server/platform/db/database.ts";
import { conflict, forbidden, invalid } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { newSecret, shownSecret } from "./signature.ts";
import { refuseWrongAddress, shownAddress } from "./webhookAddress.ts";
import {
  deleteEndpoint,
  failUnfinished,
  findEndpoint,
  findOwnDomain,
  insertEndpoint,
  listEndpoints,
  listKnownBoards,
  lockEndpoint,
  rotateSecret,
  saveAddress,
  updateEndpoint,
} from "./webhooks.queries.ts";

export const listWebhooks = ({
  db,
  visibility: { canSeePrivate },
}: TenantUserContext): Promise<Webhook[]> =>
  db.all(listEndpoints, { companyId: db.companyId, canSeePrivate });

/** Limits saving, because each address is looked up, which takes up to 1.5 seconds. */
export const saveLimit = byAccount({
  name: "webhook-save-account",
  attempts: 120,
  windowSeconds: 60 * 60,
});

/** Adds an endpoint. Its secret is shown only now. */
export async function createWebhook(
  context: Handled<typeof webhooksApi.create, TenantUserContext>,
): Promise<SavedWebhook> {
  const { db, config, body, origin, visibility } = context;
  const { companyId } = db;
  const { canSeePrivate } = visibility;
  const { url: address, ...endpoint } = body;
  const requireAllowed = async (transaction: TenantTransaction) => {
    await requireRoom(transaction, config.quotas, { companyId, kind: "webhooks" });
    await requireBoards(transaction, visibility, endpoint);
  };
  requireSight(visibility, endpoint);
  // Nothing is looked up for an endpoint that is refused anyway.
  await db.transaction(requireAllowed);
  await refuseAddress(context, address);
  const secret = endpoint.kind === "webhook" ? newSecret() : null;
  const created = await db.transaction(async (transaction) => {
    await requireAllowed(transaction);
    const url = shownAddress(endpoint.kind, address);
    const { kind: endpointKind, ...fields } = endpoint;
    const inserted = await transaction.first(insertEndpoint, {
      companyId,
      endpointKind,
      ...fields,
      url,
      origin,
    });
    if (!inserted) throw new Error("The endpoint was not created");
    const { id: endpointId } = inserted;
    await transaction.all(saveAddress, { companyId, endpointId, address, secret });
    const { name: subject, events, includesPrivate } = endpoint;
    await recordAudit(transaction, context, companyId, {
      action: "webhook.create",
      subject,
      details: { kind: endpointKind, url, events, includesPrivate },
    });
    return transaction.first(findEndpoint, { companyId, endpointId, canSeePrivate });
  });
  if (!created) throw new Error("The endpoint was not created");
  return { ...created, secret: secret && shownSecret(secret) };
}

/**
 * Changes an endpoint, or turns it on or off. What waits for an endpoint that is turned off is given
 * up. Turning on an endpoint without an address needs one, and makes a secret.
 */
export async function changeWebhook(
  context: Handled<typeof webhooksApi.update, TenantUserContext>,
): Promise<SavedWebhook> {
  const { db, body, params, origin, visibility } = context;
  const ofEndpoint = {
    companyId: db.companyId,
    endpointId: params.id,
    canSeePrivate: visibility.canSeePrivate,
  };
  const { url: address, ...changes } = body;
  if (address !== undefined) {
    // Nothing is looked up for a change that is refused anyway.
    await db.transaction((transaction) => lockAllowed(transaction, context));
    await refuseAddress(context, address);
  }
  const saved = await db.transaction(async (transaction) => {
    const { locked, before } = await lockAllowed(transaction, context);
    if (changes.isOn && locked.address === null && address === undefined)
      throw invalid({ url: ["Enter the address, which backups do not contain"] });
    const needsSecret = address !== undefined && locked.kind === "webhook" && !locked.hasSecret;
    const secret = needsSecret ? newSecret() : null;
    if (address !== undefined)
      await transaction.all(saveAddress, { ...ofEndpoint, address, secret });
    const url = address === undefined ? undefined : shownAddress(locked.kind, address);
    const set = { ...changes, url };
    const changed = changedFields(set);
    await transaction.all(updateEndpoint, { ...ofEndpoint, ...set, changed, origin });
    // Nobody gets what is private by changing where it is sent.
    const movesPrivate = address !== undefined && !visibility.canSeePrivate;
    if (changes.isOn === false || movesPrivate)
      await transaction.all(failUnfinished, {
        ...ofEndpoint,
        onlyPrivate: changes.isOn !== false,
      });
    await recordAudit(transaction, context, db.companyId, {
      action: "webhook.update",
      subject: changes.name ?? before.name,
      details: { id: params.id, ...changesOf(before, set) },
    });
    return { secret, endpoint: await transaction.first(findEndpoint, ofEndpoint) };
  });
  if (!saved.endpoint) throw context.notFound();
  return { ...saved.endpoint, secret: saved.secret && shownSecret(saved.secret) };
}

/**
 * Locks an endpoint that the caller may change so.
 * @throws HttpError 404, 403 or 400
 */
async function lockAllowed(
  transaction: TenantTransaction,
  { params, body, visibility, notFound }: Handled<typeof webhooksApi.update, TenantUserContext>,
) {
  const { companyId } = transaction;
  const { canSeePrivate } = visibility;
  const ofEndpoint = { companyId, endpointId: params.id, canSeePrivate };
  // Before the endpoint, as deletions of items do, so that they cannot deadlock.
  await transaction.first(lockCompany, ofEndpoint);
  const locked = await transaction.first(lockEndpoint, ofEndpoint);
  const before = locked && (await transaction.first(findEndpoint, ofEndpoint));
  if (!before) throw notFound();
  requireSight(visibility, { ...before, ...body });
  if (body.boardIds !== undefined || body.includesPrivate !== undefined)
    await requireBoards(transaction, visibility, { ...before, ...body });
  return { locked, before };
}

export async function removeWebhook(
  context: Handled<typeof webhooksApi.remove, TenantUserContext>,
): Promise<void> {
  const { db, params, visibility } = context;
  const { companyId } = db;
  await db.transaction(async (transaction) => {
    await transaction.first(lockCompany, { companyId });
    const deleted = await transaction.first(deleteEndpoint, {
      companyId,
      endpointId: params.id,
      canSeePrivate: visibility.canSeePrivate,
    });
    if (!deleted) throw context.notFound();
    await recordAudit(transaction, context, companyId, {
      action: "webhook.delete",
      subject: deleted.name,
      details: { id: params.id },
    });
  });
}

/** Replaces the secret. For a day, the former one signs too. */
export async function rotateWebhookSecret(
  context: Handled<typeof webhooksApi.rotate, TenantUserContext>,
): Promise<ResponseOf<typeof webhooksApi.rotate>> {
  const { db, params, visibility } = context;
  const { companyId } = db;
  const { canSeePrivate } = visibility;
  const ofEndpoint = { companyId, endpointId: params.id, canSeePrivate };
  const secret = newSecret();
  return db.transaction(async (transaction) => {
    const endpoint = await transaction.first(findEndpoint, ofEndpoint);
    if (!endpoint) throw context.notFound();
    const rotated = await transaction.first(rotateSecret, { ...ofEndpoint, secret });
    if (!rotated) throw conflict(CHAT_HAS_NO_SECRET);
    await recordAudit(transaction, context, companyId, {
      action: "webhook.secret",
      subject: endpoint.name,
      details: { id: params.id },
    });
    return { secret: shownSecret(secret), previousSecretUntil: rotated.previousUntil };
  });
}

/** @throws HttpError 403 for an API key that does not see what the endpoint would get */
function requireSight(
  { canSeePrivate }: Pick<Visibility, "canSeePrivate">,
  {
    includesPrivate = false,
    events = [],
  }: { includesPrivate?: boolean | undefined; events?: readonly string[] | undefined },
): void {
  if (canSeePrivate) return;
  if (includesPrivate || events.includes("moderation.pending")) throw forbidden(NEEDS_PRIVATE_READ);
}

/** @throws HttpError 400 beside the address */
const refuseAddress = ({ config, database }: TenantUserContext, address: string) =>
  refuseWrongAddress(
    address,
    config,
    async (host) => (await database.system.first(findOwnDomain, { host })) !== undefined,
  );

/**
 * @throws HttpError 400 if a board does not exist for the viewer, or is private although the endpoint
 * gets no events about private boards
 */
async function requireBoards(
  db: TenantDb,
  { companyId, canSeePrivate }: Visibility,
  { boardIds, includesPrivate }: Pick<Webhook, "boardIds" | "includesPrivate">,
): Promise<void> {
  if (boardIds === null) return;
  const known = await db.all(listKnownBoards, { companyId, canSeePrivate, boardIds });
  if (known.length < boardIds.length) throw invalid({ boardIds: ["Unknown board"] });
  if (!includesPrivate && known.some(({ isPrivate }) => isPrivate))
    throw invalid({ boardIds: ["Include private boards, or choose public ones only"] });
}
