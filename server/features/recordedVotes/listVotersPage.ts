import type { Page } from "#contract/endpoint.ts";
import type { Voter, recordedVotesApi } from "#contract/recordedVotes.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { decodePosition, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { ListedVoter } from "./recordedVotes.queries.ts";
import { listVoters } from "./recordedVotes.queries.ts";

const ORDER = "voters";

/**
 * Returns one page of an item's voters.
 * @throws HttpError 400 for a cursor of another list, 404 for an unknown item
 */
export async function listVotersPage(
  context: Handled<typeof recordedVotesApi.list, TenantUserContext>,
): Promise<Page<Voter>> {
  const { db, visibility, tenantId: companyId, params, query, database } = context;
  const { limit, cursor } = query;
  const owner = String(params.id);
  const beforeId =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : decodePosition(ORDER, cursor, (key) => key === owner).id;
  const ofItem = { companyId, feedbackId: params.id };
  if (!visibility.canSeePrivate) {
    const visible = await db.first(findFeedbackItem(visibility), { ...visibility, ...ofItem });
    if (!visible) throw context.notFound();
  }
  const rows = await database.system.all(listVoters, { ...ofItem, beforeId, rows: limit + 1 });
  const [first] = rows;
  if (!first) throw context.notFound();
  return pageOf(rows.filter(isVoter), {
    limit,
    order: ORDER,
    total: first.total,
    positionOf: ({ userId }) => ({ key: owner, id: userId }),
  });
}

function isVoter(row: ListedVoter): row is { total: number } & Voter {
  return row.userId !== null;
}
