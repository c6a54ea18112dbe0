import type { Audience } from "#contract/changelog.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import {
  insertEntryActivity,
  SUBSCRIBERS_CONSUMER,
} from "#server/features/changelogSubscribers/notifySubscribers.queries.ts";
import { lockFeedbackItems } from "#server/features/feedback/bulkChanges.queries.ts";
import type { ItemSnapshot } from "#server/features/feedback/feedback.queries.ts";
import { updateFeedback } from "#server/features/feedback/feedback.queries.ts";
import type { Activity, ActivityData } from "#server/platform/activity/activity.ts";
import { WEBHOOKS_CONSUMER } from "#server/platform/activity/activity.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import type { LockedEntry } from "./changeEntries.queries.ts";
import { listEntryItems, markPublished } from "./publication.queries.ts";

/** How an entry is published. */
export interface Decision {
  readonly tell: readonly Audience[];
  readonly completeItems: boolean;
  /** The account that has decided it; null if the account was deleted. */
  readonly publisherId: number | null;
  /** Start of links in mails: scheme, host and port. */
  readonly origin: string;
  /** The events that a webhook of the company gets. */
  readonly webhookEvents: readonly string[];
}

/**
 * Locks the items of an entry. Locks the company first, as other changes of several items do, so
 * that they cannot deadlock. Call this before the entry is locked.
 */
export async function lockEntryItems(
  db: TenantTransaction,
  entryId: number,
): Promise<ItemSnapshot[]> {
  const { companyId } = db;
  await db.first(lockCompany, { companyId });
  const linked = await db.all(listEntryItems, { companyId, entryId });
  const feedbackIds = linked.map(({ feedbackId }) => feedbackId);
  if (feedbackIds.length === 0) return [];
  return db.all(lockFeedbackItems("change"), { companyId, feedbackIds });
}

/** Returns those of the items of an entry that its publication can complete. */
export const incompleteOf = (items: readonly ItemSnapshot[]): ItemSnapshot[] =>
  items.filter(({ state, status }) => state === "open" && status !== "complete");

/**
 * Publishes a locked entry in the transaction `db`. Completes those of its items that are not, if
 * wanted, which notifies nobody: their followers are told of the entry. Only the first publication
 * tells anyone. Returns the activities to be recorded.
 */
export async function goLive(
  db: TenantTransaction,
  entry: LockedEntry,
  items: readonly ItemSnapshot[],
  { tell, completeItems, publisherId, origin, webhookEvents }: Decision,
): Promise<Activity[]> {
  const { companyId } = db;
  const shown = items.filter(({ state }) => state === "open" || state === "closed");
  const incomplete = completeItems ? incompleteOf(items) : [];
  if (incomplete.length > 0)
    await db.all(updateFeedback, {
      companyId,
      feedbackIds: incomplete.map(({ id }) => id),
      status: "complete",
      changed: ["status"],
    });
  await db.all(markPublished, { companyId, entryId: entry.id, publisherId });
  const consumers = [
    ...(!entry.wasTold && tell.includes("subscribers") ? [SUBSCRIBERS_CONSUMER] : []),
    ...(webhookEvents.includes("changelog.published") ? [WEBHOOKS_CONSUMER] : []),
  ];
  if (consumers.length > 0)
    await db.all(insertEntryActivity, {
      companyId,
      entryId: entry.id,
      actorId: publisherId,
      origin,
      consumers,
    });
  const isSilent = entry.wasTold || !tell.includes("followers");
  const actorId = publisherId;
  const completed = incomplete.map((item) => completionOf(item, actorId));
  const data = { entryId: entry.id, isSilent };
  return [...completed, ...shown.map((item) => publicationOf(item, data, actorId))];
}

/** Returns the activity of the publication of an entry that links an item. */
function publicationOf(
  item: ItemSnapshot,
  data: ActivityData["changelog_published"],
  actorId: number | null,
): Activity {
  return { kind: "changelog_published", ...placeOf(item), data, actorId };
}

/** Returns the activity of the completion of an item. */
function completionOf(item: ItemSnapshot, actorId: number | null): Activity {
  const { status: fromStatus, isAnswered: wasAnswered } = item;
  const note = { note: null, noteMarkdown: null };
  const data = { fromStatus, toStatus: "complete", ...note, wasAnswered, isSilent: true } as const;
  return { kind: "status_changed", ...placeOf(item), data, actorId };
}

const placeOf = ({ id: feedbackId, boardId, isPrivate }: ItemSnapshot) => ({
  feedbackId,
  boardId,
  isPrivate,
});
