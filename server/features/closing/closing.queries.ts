import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

interface OfItems {
  companyId: number;
  feedbackIds: readonly number[];
}

/** Closes open items and marks them as answered. */
export const closeItems = statement<OfItems & { closeReason: string; note: string | null }, never>(
  "close_items",
  (q, p) =>
    sql<never>`
      update feedback_item
      set state = 'closed', closed_at = now(), close_reason = ${p.closeReason},
        close_note = ${p.note}, is_answered = true
      where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
        and state = 'open'
    `.compile(q),
);

/** Reopens closed items, and marks the items in `unansweredIds` as unanswered. */
export const reopenItems = statement<OfItems & { unansweredIds: readonly number[] }, never>(
  "reopen_items",
  (q, p) =>
    sql<never>`
      update feedback_item
      set state = 'open', closed_at = null, close_reason = null, close_note = null,
        is_answered = is_answered and id <> all (${p.unansweredIds}::bigint[])
      where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
        and state = 'closed'
    `.compile(q),
);
