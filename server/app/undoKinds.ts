import { undoEntryDeletion } from "#server/features/changelog/undoEntryDeletion.ts";
import { undoClosing, undoReopening } from "#server/features/closing/undoClosing.ts";
import { undoFields } from "#server/features/feedback/undoFields.ts";
import { undoMerge } from "#server/features/merging/undoMerge.ts";
import { undoDecision } from "#server/features/moderation/undoDecision.ts";
import { undoVote, undoWithdrawal } from "#server/features/recordedVotes/undoVotes.ts";
import type { UndoKinds } from "#server/features/undo/undo.ts";

/** How each kind of change is undone. */
export const UNDO_KINDS: UndoKinds = {
  fields: undoFields,
  closing: undoClosing,
  reopening: undoReopening,
  merge: undoMerge,
  decision: undoDecision,
  entry: undoEntryDeletion,
  vote: undoVote,
  withdrawal: undoWithdrawal,
};
