import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

interface OfItem {
  companyId: number;
  feedbackId: number;
}

/** Closes an open item. */
export const closeItem = statement<OfItem & { closeReason: string; note: string | null }, never>(
  "close_item",
  (q, p) =>
    sql<never>`
      update feedback_item
      set state = 'closed', closed_at = now(), close_reason = ${p.closeReason},
        close_note = ${p.note}, is_answered = true
      where company_id = ${p.companyId} and id = ${p.feedbackId} and state = 'open'
    `.compile(q),
);

/** Reopens a closed item. */
export const reopenItem = statement<OfItem, never>("reopen_item", (q, p) =>
  sql<never>`
    update feedback_item
    set state = 'open', closed_at = null, close_reason = null, close_note = null
    where company_id = ${p.companyId} and id = ${p.feedbackId} and state = 'closed'
  `.compile(q),
);
