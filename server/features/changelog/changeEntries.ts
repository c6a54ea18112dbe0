import { freeSlug } from "#contract/boards.ts";
import type { ChangelogEntry, changelogApi } from "#contract/changelog.ts";
import { ENTRY_CHANGED, ITEM_TAKEN, SLUG_TAKEN } from "#contract/changelog.ts";
import { proposeEntrySlug } from "#contract/entrySlug.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import { attachPictures } from "#server/features/attachedPictures/attachPictures.queries.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { StoredEntry } from "./changeEntries.queries.ts";
import {
  insertEntry,
  listItemsOfOtherEntries,
  lockEntry,
  replaceEntryItems,
  replaceEntryLabels,
  updateEntry,
  updateSearchText,
} from "./changeEntries.queries.ts";
import { findEntry, listTakenSlugs } from "./entries.queries.ts";

/** Creates a draft. */
export async function createEntry(
  context: Handled<typeof changelogApi.create, TenantUserContext>,
): Promise<ChangelogEntry> {
  const { db, tenantId: companyId, config, viewer, visibility, body, response } = context;
  const entry = await refuseTakenSlug(
    db.transaction(async (transaction) => {
      await requireRoom(transaction, config.quotas, { companyId, kind: "entries" });
      const created = await transaction.first(insertEntry, {
        companyId,
        viewerId: viewer.id,
        title: body.title,
        slug: body.slug ?? (await findFreeSlug(transaction, body.title)),
        version: body.version || null,
        coverUrl: body.coverUrl ?? null,
        coverAlt: body.coverAlt || null,
        ...storedBody(body.body ?? ""),
      });
      if (!created) throw new Error("The entry was not created");
      const entryId = created.id;
      await attachEntryPictures(transaction, { viewerId: viewer.id, entryId }, body);
      await replaceLinks(transaction, { ...visibility, entryId }, body);
      await recordAudit(transaction, context, companyId, {
        action: "changelog.create",
        subject: body.title,
        details: { id: entryId },
      });
      return transaction.first(findEntry, { ...visibility, entryId });
    }),
  );
  if (!entry) throw context.notFound();
  response.changed({ kind: "changelog" }, true);
  return entry;
}

/**
 * Changes an entry, unless somebody else has saved it since it was read. Drafts are saved while they
 * are written, so only changes of published entries are in the audit log.
 */
export async function changeEntry(
  context: Handled<typeof changelogApi.update, TenantUserContext>,
): Promise<ChangelogEntry> {
  const { db, tenantId: companyId, viewer, visibility, params, body, response } = context;
  const ofEntry = { companyId, entryId: params.id };
  let isPublic = false;
  const entry = await refuseTakenSlug(
    db.transaction(async (transaction) => {
      const before = await transaction.first(lockEntry, ofEntry);
      if (!before) throw context.notFound();
      if (before.revision !== body.revision) throw conflict(ENTRY_CHANGED);
      isPublic = before.state === "published";
      const { revision: _, labelIds, itemIds, body: source, ...fields } = body;
      const changes: Partial<StoredEntry> = {
        ...fields,
        ...(source !== undefined && storedBody(source)),
      };
      const changed = changedFields(changes);
      const viewerId = viewer.id;
      await transaction.all(updateEntry, { ...changes, ...ofEntry, viewerId, changed });
      await replaceLinks(transaction, { ...visibility, entryId: params.id }, { labelIds, itemIds });
      await attachEntryPictures(transaction, { viewerId, entryId: params.id, before }, body);
      await transaction.all(updateSearchText, ofEntry);
      if (isPublic)
        await recordAudit(transaction, context, companyId, {
          action: "changelog.update",
          subject: fields.title ?? before.title,
          details: {
            id: params.id,
            ...changesOf(before, fields),
            ...(source !== undefined && { body: "changed" }),
          },
        });
      return transaction.first(findEntry, { ...visibility, entryId: params.id });
    }),
  );
  if (!entry) throw context.notFound();
  response.changed({ kind: "changelog" }, !isPublic);
  return entry;
}

/** Returns a body in the form in which it is stored. */
function storedBody(source: string): Pick<StoredEntry, "body" | "bodyMarkdown"> {
  const { plain, markdown } = writtenText(source, "entry");
  return { body: plain, bodyMarkdown: markdown };
}

/**
 * Makes the pictures of the given text, and the given cover, those of the entry.
 * @throws HttpError 400 for a picture that is unknown or stands elsewhere
 */
async function attachEntryPictures(
  db: TenantTransaction,
  { viewerId, entryId, before }: { viewerId: number; entryId: number; before?: StoredEntry },
  { body, coverUrl }: { body?: string; coverUrl?: string | null },
): Promise<void> {
  const attach = (part: "cover" | null, text: Parameters<typeof attachPictures>[3]) =>
    attachPictures(db, viewerId, { entryId, part }, text);
  if (body !== undefined)
    await attach(null, {
      field: "body",
      source: body,
      ...(before && { before: before.bodyMarkdown }),
    });
  if (coverUrl !== undefined)
    await attach("cover", {
      field: "coverUrl",
      source: coverUrl,
      ...(before && { before: before.coverUrl }),
    });
}

async function findFreeSlug(db: TenantTransaction, title: string): Promise<string> {
  const prefix = proposeEntrySlug(title);
  const taken = await db.all(listTakenSlugs, { companyId: db.companyId, prefix });
  return freeSlug(prefix, new Set(taken.map(({ slug }) => slug)));
}

/**
 * Replaces the labels and items of an entry where they are given.
 * @throws HttpError 400 for a label or item that the viewer does not know, 409 for an item of another
 * entry
 */
async function replaceLinks(
  db: TenantTransaction,
  ofEntry: Visibility & { entryId: number },
  { labelIds, itemIds }: { labelIds?: readonly number[]; itemIds?: readonly number[] },
): Promise<void> {
  if (labelIds) {
    const found = await db.all(replaceEntryLabels, { ...ofEntry, labelIds });
    if (found.length < labelIds.length) throw invalid({ labelIds: ["Unknown label"] });
  }
  if (itemIds) {
    const linked = await db.all(replaceEntryItems, { ...ofEntry, itemIds });
    if (linked.length === itemIds.length) return;
    const others = await db.all(listItemsOfOtherEntries, { ...ofEntry, itemIds });
    throw others.length > 0 ? conflict(ITEM_TAKEN) : invalid({ itemIds: ["Unknown item"] });
  }
}

/** @throws HttpError 409 if another entry of the company has the slug */
async function refuseTakenSlug<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, "changelog_entry_slug")) throw conflict(SLUG_TAKEN);
    throw error;
  }
}
