import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

interface OfItems {
  companyId: number;
  feedbackIds: readonly number[];
}

/** Closes open items. */
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

/**
 * Reopens closed items. They are answered if the team has changed their status or has commented, as
 * if they had never been closed.
 */
export const reopenItems = statement<OfItems, never>("reopen_items", (q, p) =>
  sql<never>`
    update feedback_item f
    set state = 'open', closed_at = null, close_reason = null, close_note = null,
      is_answered = exists (
        select from status_change c where c.company_id = f.company_id and c.feedback_id = f.id
      ) or exists (
        select from comment m join user_account u on u.id = m.user_id
        where m.company_id = f.company_id and m.feedback_id = f.id and m.visibility = 'public'
          and (u.role = 'super_admin' or u.role = 'company_admin' and u.home_company_id = f.company_id)
      )
    where f.company_id = ${p.companyId} and f.id = any (${p.feedbackIds}::bigint[])
      and f.state = 'closed'
  `.compile(q),
);
