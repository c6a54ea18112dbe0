import { sql } from "#server/platform/db/sql.ts";
import { sourceOf } from "#server/features/feedback/sourceOf.queries.ts";
import { hasTeamComment } from "#server/features/feedback/itemConditions.queries.ts";
import type { Closing } from "#server/features/undo/undo.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfItems {
  companyId: number;
  feedbackIds: readonly number[];
}

/** Closes open items and marks them as answered. */
export const closeItems = statement<
  OfItems & { closeReason: string; note: string | null; noteMarkdown: string | null },
  never
>(
  "close_items",
  (p) => sql`
    update feedback_item
    set state = 'closed', closed_at = now(), close_reason = ${p.closeReason},
      close_note = ${p.note}, close_note_markdown = ${p.noteMarkdown}, is_answered = true
    where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
      and state = 'open'
  `,
);

/**
 * Reopens closed items. Marks the items in `unansweredIds` as unanswered, unless the team has
 * commented on them or changed their status.
 * @param unansweredIds items that were unanswered before their closing, which was taken back
 */
export const reopenItems = statement<OfItems & { unansweredIds: readonly number[] }, never>(
  "reopen_items",
  (p) => sql`
    update feedback_item f
    set state = 'open', closed_at = null, close_reason = null, close_note = null,
      close_note_markdown = null,
      is_answered = is_answered and (
        id <> all (${p.unansweredIds}::bigint[]) or ${hasTeamComment}
        or exists (
          select from status_change c where c.company_id = f.company_id and c.feedback_id = f.id
        )
      )
    where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
      and state = 'closed'
  `,
);

/** Lists how those of the items that are closed were closed. */
export const listClosings = statement<OfItems, Closing>(
  "list_closings",
  (p) =>
    sql`
    select id as feedback_id, closed_at, close_reason as reason, ${sourceOf("f", "closeNote")} as note
    from feedback_item f
    where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
      and state = 'closed'
  `,
);

/** Closes items again. `closings` is JSON text: an array of `Closing` with `noteMarkdown`. */
export const closeAgain = statement<{ companyId: number; closings: string }, never>(
  "close_again",
  (p) =>
    sql`
      update feedback_item f
      set state = 'closed', closed_at = given."closedAt", close_reason = given.reason,
        close_note = given.note, close_note_markdown = given."noteMarkdown",
        is_answered = true
      from jsonb_to_recordset(${p.closings}::jsonb) as given ("feedbackId" bigint,
        "closedAt" timestamptz, reason text, note text, "noteMarkdown" text)
      where f.company_id = ${p.companyId} and f.id = given."feedbackId" and f.state = 'open'
    `,
);
