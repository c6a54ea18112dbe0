import type { changelogApi, ChangelogEntry } from "#contract/changelog.ts";
import {
  ALREADY_PUBLISHED,
  COMPLETES_PRIVATE,
  NOT_PUBLISHED,
  SCHEDULE_DAYS,
} from "#contract/changelog.ts";
import type { ItemSnapshot } from "#server/features/feedback/feedback.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { conflict, forbidden, invalid } from "#server/platform/http/httpError.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import { deleteEntry, lockEntry } from "./changeEntries.queries.ts";
import { findEntry } from "./entries.queries.ts";
import { goLive, incompleteOf, lockEntryItems } from "./goLive.ts";
import {
  FORGOTTEN_AT_ONCE,
  forgetActivities,
  forgetSomeNotifications,
  markDraft,
  markScheduled,
} from "./publication.queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Publishes an entry, or schedules its publication.
 * @throws HttpError 403 if its items are to be completed, and the viewer cannot see all of them
 */
export async function publishEntry(
  context: Handled<typeof changelogApi.publish, TenantUserContext>,
): Promise<ChangelogEntry> {
  const { db, tenantId: companyId, viewer, visibility, params, body, response } = context;
  const { at, tell, completeItems } = body;
  if (at !== null) refuseWrongTime(at);
  const ofEntry = { companyId, entryId: params.id };
  const entry = await db.transaction(async (transaction) => {
    const items = await lockEntryItems(transaction, params.id);
    const before = await transaction.first(lockEntry, ofEntry);
    if (!before) throw context.notFound();
    if (before.state === "published") throw conflict(ALREADY_PUBLISHED);
    const isHidden = ({ isPrivate }: ItemSnapshot) => isPrivate && !visibility.canSeePrivate;
    if (completeItems && incompleteOf(items).some(isHidden)) throw forbidden(COMPLETES_PRIVATE);
    if (at === null) {
      const { origin, webhookEvents } = context;
      const decision = { tell, completeItems, publisherId: viewer.id, origin, webhookEvents };
      const activities = await goLive(transaction, before, items, decision);
      await response.record(transaction, ...activities);
    } else {
      await transaction.all(markScheduled, {
        ...ofEntry,
        at,
        tells: tell,
        completesItems: completeItems,
        viewerId: viewer.id,
        origin: context.origin,
      });
    }
    await recordAudit(transaction, context, companyId, {
      action: at === null ? "changelog.publish" : "changelog.schedule",
      subject: before.title,
      details: { id: params.id, tell, completeItems, ...(at !== null && { at }) },
    });
    return transaction.first(findEntry, { ...visibility, entryId: params.id });
  });
  if (!entry) throw context.notFound();
  response.changed({ kind: "changelog" }, at !== null);
  return entry;
}

/** @throws HttpError 400 for a time that has passed or is more than a year ahead */
function refuseWrongTime(at: string): void {
  const wait = Date.parse(at) - Date.now();
  if (wait <= 0) throw invalid({ at: ["Choose a time in the future"] });
  if (wait > SCHEDULE_DAYS * DAY_MS) throw invalid({ at: ["Choose a time within the next year"] });
}

/** Makes a published or scheduled entry a draft, and takes back its notifications. */
export async function unpublishEntry(
  context: Handled<typeof changelogApi.unpublish, TenantUserContext>,
): Promise<ChangelogEntry> {
  const { db, tenantId: companyId, visibility, params, response } = context;
  const ofEntry = { companyId, entryId: params.id };
  let wasPublic = false;
  const entry = await db.transaction(async (transaction) => {
    const before = await transaction.first(lockEntry, ofEntry);
    if (!before) throw context.notFound();
    if (before.state === "draft") throw conflict(NOT_PUBLISHED);
    wasPublic = before.state === "published";
    await transaction.all(markDraft, ofEntry);
    await recordAudit(transaction, context, companyId, {
      action: "changelog.unpublish",
      subject: before.title,
      details: { id: params.id },
    });
    return transaction.first(findEntry, { ...visibility, entryId: params.id });
  });
  if (!entry) throw context.notFound();
  response.changed({ kind: "changelog" }, !wasPublic);
  if (wasPublic) await forgetPublication(db, params.id, response);
  return entry;
}

/** Deletes an entry, which can be undone. */
export async function removeEntry(
  context: Handled<typeof changelogApi.remove, TenantUserContext>,
): Promise<{ undoToken: string | null }> {
  const { db, tenantId: companyId, viewer, params, response } = context;
  const ofEntry = { companyId, entryId: params.id };
  let wasPublic = false;
  const undoToken = await db.transaction(async (transaction) => {
    const before = await transaction.first(lockEntry, ofEntry);
    const deleted = before && (await transaction.first(deleteEntry, ofEntry));
    if (!deleted) throw context.notFound();
    wasPublic = before.state === "published";
    await recordAudit(transaction, context, companyId, {
      action: "changelog.delete",
      subject: before.title,
      details: { id: params.id },
    });
    return offerUndo(transaction, viewer, "entry", deleted);
  });
  response.changed({ kind: "changelog" }, !wasPublic);
  if (wasPublic) await forgetPublication(db, params.id, response);
  return { undoToken };
}

/**
 * Deletes the notifications of an entry that is no longer public, in slices, because an entry can
 * have any number of followers.
 */
async function forgetPublication(
  db: TenantDb,
  entryId: number,
  response: Pick<ResponseContext, "changed">,
): Promise<void> {
  const ofEntry = { companyId: db.companyId, entryId };
  const forget = () => db.all(forgetSomeNotifications, ofEntry);
  while ((await forget()).length === FORGOTTEN_AT_ONCE);
  await db.all(forgetActivities, ofEntry);
  response.changed({ kind: "notifications" }, false);
}
