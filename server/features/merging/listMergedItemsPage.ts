import type { MergedItem } from "#contract/merging.ts";
import { mergingApi } from "#contract/merging.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { findMergeItem, listMergedItems } from "./merging.queries.ts";

const { notFound: message } = mergingApi.list;

/** Returns up to 100 items that were merged into an item and that the viewer can see. */
export async function listMergedItemsPage(
  context: RequestContext & { params: { id: number } },
): Promise<MergedItem[]> {
  const { db, visibility } = requireTenant(context, message);
  const { id } = context.params;
  const target = await db.first(findMergeItem, { ...visibility, feedbackId: id });
  if (!target) throw notFound(message);
  return db.all(listMergedItems, { ...visibility, targetId: id });
}
