import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

export const findSuppression = statement<{ address: string }, { reason: "refused" | "bounced" }>(
  "find_suppression",
  (p) => sql`
    select reason from mail_suppression where address = ${p.address}
  `,
);

/**
 * Suppresses the e-mail address of an account or of a changelog subscriber. If the address is already suppressed, the first reason
 * stays. An unknown address is ignored.
 */
export const suppressAddress = statement<
  { address: string; reason: "refused" | "bounced"; detail: string },
  { address: string }
>(
  "suppress_address",
  (p) => sql`
    insert into mail_suppression (address, reason, detail)
    select ${p.address}, ${p.reason}, ${p.detail}
    where exists (select from user_account where lower(username collate "C") = ${p.address})
      or exists (select from changelog_subscriber where address = ${p.address})
    on conflict (address) do nothing
    returning address
  `,
);
