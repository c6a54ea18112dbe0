import type { Page, QueryOf } from "#contract/endpoint.ts";
import type { Voter } from "#contract/recordedVotes.ts";
import { recordedVotesApi } from "#contract/recordedVotes.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { decodePosition, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { ListedVoter } from "./recordedVotes.queries.ts";
import { listVoters } from "./recordedVotes.queries.ts";

const ORDER = "voters";
const { notFound: message } = recordedVotesApi.list;

/**
 * Returns one page of an item's voters.
 * @throws HttpError 400 for a cursor of another list, 404 for an unknown item
 */
export async function listVotersPage(
  context: SignedInContext & {
    params: { id: number };
    query: QueryOf<typeof recordedVotesApi.list>;
  },
): Promise<Page<Voter>> {
  const { companyId } = requireTenant(context, message).visibility;
  const { params, query, database } = context;
  const { limit, cursor } = query;
  const owner = String(params.id);
  const beforeId =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : decodePosition(ORDER, cursor, (key) => key === owner).id;
  const ofItem = { companyId, feedbackId: params.id };
  const rows = await database.system.all(listVoters, { ...ofItem, beforeId, rows: limit + 1 });
  const [first] = rows;
  if (!first) throw notFound(message);
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
