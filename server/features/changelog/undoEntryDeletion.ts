import { reattachToEntry } from "#server/features/attachedPictures/attachPictures.queries.ts";
import type { Restore } from "#server/features/undo/undo.queries.ts";
import { notRestored } from "#server/features/undo/undoResult.policy.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { replaceEntryItems, replaceEntryLabels, restoreEntry } from "./changeEntries.queries.ts";

/**
 * Inserts a deleted entry again with its labels, items and pictures. Labels and items that were deleted since,
 * and items that another entry links now, are left out.
 */
export const undoEntryDeletion: Restore<"entry"> = async (
  db,
  { row, labelIds, itemIds },
  context,
) => {
  const { companyId } = db;
  const restored = await db.first(restoreEntry, { companyId, row: JSON.stringify(row) });
  if (!restored) return { restored: 0, notRestored: [] };
  const ofEntry = { companyId, entryId: restored.id };
  await db.all(reattachToEntry, ofEntry);
  await db.all(replaceEntryLabels, { ...ofEntry, labelIds });
  const asStored = { viewerId: null, canSeePrivate: true };
  const linked = await db.all(replaceEntryItems, { ...ofEntry, ...asStored, itemIds });
  const isLinked = (id: number) => linked.some(({ feedbackId }) => feedbackId === id);
  const title = typeof row["title"] === "string" ? row["title"] : "";
  await recordAudit(db, context, companyId, {
    action: "changelog.restore",
    subject: title,
    details: { id: restored.id },
  });
  context.response.changed({ kind: "changelog" }, row["state"] !== "published");
  return {
    restored: 1,
    notRestored: itemIds.filter((id) => !isLinked(id)).map((id) => notRestored(id, "changed")),
  };
};
