import type { QueryOf } from "#contract/endpoint.ts";
import type { MergeOutcome } from "#contract/merging.ts";
import { mergingApi } from "#contract/merging.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { findMergePair } from "./findMergePair.ts";
import { countMergeOutcome } from "./merging.queries.ts";

const { notFound: message } = mergingApi.preview;

/** Returns what a target would have after a merge. Changes nothing. */
export async function previewMerge(
  context: SignedInContext & {
    params: { id: number };
    query: QueryOf<typeof mergingApi.preview>;
  },
): Promise<MergeOutcome> {
  const { db, visibility } = requireTenant(context, message);
  const { targetId } = context.query;
  const ids = { feedbackId: context.params.id, targetId };
  await findMergePair(db, visibility, ids);
  const outcome = await db.first(countMergeOutcome, { companyId: db.companyId, ...ids });
  if (!outcome) throw notFound(message);
  return outcome;
}
