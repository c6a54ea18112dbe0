import { sql } from "#server/platform/db/sql.ts";
import { hasTeamComment } from "#server/features/feedback/itemConditions.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfItems {
  companyId: number;
  feedbackIds: readonly number[];
}

/** Closes open items and marks them as answered. */
export const closeItems = statement<OfItems & { closeReason: string; note: string | null }, never>(
  "close_items",
  (p) => sql`
    update feedback_item
    set state = 'closed', closed_at = now(), close_reason = ${p.closeReason},
      close_note = ${p.note}, is_answered = true
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
