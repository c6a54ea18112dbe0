import type {
  ChangelogSubscriber,
  changelogSubscribersApi,
} from "#contract/changelogSubscribers.ts";
import type { Page } from "#contract/endpoint.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import {
  decodePosition,
  isTimestamp,
  pageOf,
  substringPattern,
} from "#server/platform/http/keysetCursor.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { csvFile } from "#server/platform/text/csv.ts";
import {
  countSubscribers,
  deleteSubscriber,
  listSubscribers,
} from "./changelogSubscribers.queries.ts";

const ORDER = "subscribers";
/** The position before the newest subscriber. */
const START = { key: "9999-12-31T00:00:00.000Z", id: Number.MAX_SAFE_INTEGER };
/** Number of subscribers that are read at once for a CSV file. */
const CSV_PAGE = 1000;

const positionOf = ({ createdAt: key, id }: ChangelogSubscriber) => ({ key, id });

/**
 * Returns one page of the company's subscribers, newest first.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listChangelogSubscribersPage({
  database: { system },
  tenantId: companyId,
  query: { search, limit, cursor },
}: Handled<typeof changelogSubscribersApi.list, TenantUserContext>): Promise<
  Page<ChangelogSubscriber>
> {
  const position = cursor === undefined ? START : decodePosition(ORDER, cursor, isTimestamp);
  const filter = { companyId, pattern: substringPattern(search ?? "") };
  const [rows, counted] = await Promise.all([
    system.all(listSubscribers, { ...filter, ...position, rows: limit + 1 }),
    system.first(countSubscribers, filter),
  ]);
  return pageOf(rows, { limit, order: ORDER, total: counted?.total ?? 0, positionOf });
}

/** Limits downloads, because each download reads all subscribers. */
export const subscribersCsvLimit = byAccount({
  name: "subscribers-csv-account",
  attempts: 30,
  windowSeconds: 60 * 60,
});

/** Returns all subscribers as CSV, page by page while the client reads. */
export async function downloadChangelogSubscribers({
  database: { system },
  tenantId: companyId,
}: TenantUserContext): Promise<AsyncIterable<string>> {
  return csvFile(["Address", "Name", "Since (UTC)"], rowsByPage());

  async function* rowsByPage() {
    let position = START;
    for (;;) {
      const rows = await system.all(listSubscribers, {
        companyId,
        pattern: substringPattern(""),
        ...position,
        rows: CSV_PAGE,
      });
      if (rows.length > 0)
        yield rows.map(({ email, fullName, createdAt }) => [email, fullName, createdAt]);
      const last = rows.at(-1);
      if (!last || rows.length < CSV_PAGE) return;
      position = positionOf(last);
    }
  }
}

/** Removes a subscriber of the company. */
export async function removeChangelogSubscriber(
  context: Handled<typeof changelogSubscribersApi.remove, TenantUserContext>,
): Promise<void> {
  const { database, tenantId: companyId, params } = context;
  await database.system.transaction(async (db) => {
    const removed = await db.first(deleteSubscriber, { companyId, subscriberId: params.id });
    if (!removed) throw context.notFound();
    await recordAudit(db, context, companyId, {
      action: "subscriber.remove",
      subject: removed.email,
      aboutUserId: removed.userId,
    });
  });
}
