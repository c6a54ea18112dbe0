import type { Logger } from "pino";
import { findUserById } from "#server/features/users/users.queries.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import type { ActivityLog } from "#server/platform/activity/activityLog.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { lockEntry } from "./changeEntries.queries.ts";
import { goLive, lockEntryItems } from "./goLive.ts";
import type { DueEntry } from "./publication.queries.ts";
import { findDueEntry, listDueEntries } from "./publication.queries.ts";

interface Publishing {
  database: Database;
  config: Pick<Config, "requireConfirmedEmail">;
  activities: Pick<ActivityLog, "record" | "eventsOf">;
  changes: Pick<ChangeFeed, "publish">;
  logger: Pick<Logger, "warn">;
  signal: AbortSignal | undefined;
}

/**
 * Publishes the scheduled entries of all companies that are due. A job calls this every minute. An
 * entry that cannot be published waits for the next run, and delays no other entry.
 */
export async function publishDueEntries(publishing: Publishing): Promise<void> {
  const { database, logger, signal } = publishing;
  for (const due of await database.system.all(listDueEntries, {})) {
    signal?.throwIfAborted();
    await publishDue(publishing, due).catch((error: unknown) =>
      logger.warn({ err: error, ...due }, "a scheduled changelog entry was not published"),
    );
  }
}

/** Publishes an entry, unless it was published, rescheduled or deleted meanwhile. */
async function publishDue(
  { database, config, activities, changes }: Publishing,
  { companyId, entryId, publishedById: publisherId, origin, webhookEvents }: DueEntry,
): Promise<void> {
  const ofEntry = { companyId, entryId };
  const account =
    publisherId === null
      ? undefined
      : await database.system.first(findUserById, { userId: publisherId });
  // Null if the account that has scheduled the entry was deleted.
  const viewer = account ? presentUser(account, config) : null;
  // The audit log has no address, because no request publishes the entry.
  const actor = { viewer, ip: "", origin, webhookEvents };
  const recorded = await database.tenant(companyId).transaction(async (db) => {
    const items = await lockEntryItems(db, entryId);
    const entry = await db.first(lockEntry, ofEntry);
    if (!entry || !(await db.first(findDueEntry, ofEntry))) return null;
    const { tells: tell, completesItems: completeItems } = entry;
    const decision = { tell, completeItems, publisherId, origin, webhookEvents };
    const done = await goLive(db, entry, items, decision);
    await activities.record(db, actor, done);
    if (viewer)
      await recordAudit(db, { ...actor, viewer }, companyId, {
        action: "changelog.publish",
        subject: entry.title,
        details: { id: entryId, tell, completeItems, scheduled: true },
      });
    return done;
  });
  if (!recorded) return;
  changes.publish({ companyId, isPrivate: false, events: [{ kind: "changelog" }] });
  for (const { event, isPrivate } of recorded.flatMap(activities.eventsOf))
    changes.publish({ companyId, isPrivate, events: [event] });
}
