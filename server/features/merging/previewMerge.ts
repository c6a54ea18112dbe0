import type { QueryOf } from "#contract/endpoint.ts";
import type { MergeOutcome } from "#contract/merging.ts";
import { mergingApi } from "#contract/merging.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { findMerge } from "./findMerge.ts";
import { countMergeOutcome } from "./merging.queries.ts";

const { notFound: message } = mergingApi.preview;

/**
 * Returns the numbers of votes, comments and followers that a target would have after other items
 * are merged into it. Changes nothing.
 */
export async function previewMerge(
  context: SignedInContext & {
    params: { id: number };
    query: QueryOf<typeof mergingApi.preview>;
  },
): Promise<MergeOutcome> {
  const { db } = requireTenant(context, message);
  const ids = { feedbackIds: context.query.ids, targetId: context.params.id };
  const { sources, target } = await findMerge(db, ids);
  const counts = await db.first(countMergeOutcome, { companyId: db.companyId, ...ids });
  if (!counts) throw notFound(message);
  const hidden = target.isPrivate ? [] : sources.filter(({ isPrivate }) => isPrivate);
  return { ...counts, privateItems: hidden.length };
}
