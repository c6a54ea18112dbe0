import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { MailDelivery, MailState } from "#contract/mailDeliveries.ts";
import { DELIVERY_COUNT_LIMIT } from "#contract/mailDeliveries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** The conditions of a query for mails. */
export interface DeliveriesShape {
  /** Whether the query returns only the mails of one company. */
  ofCompany: boolean;
  /**
   * Whether the query masks the e-mail address of a recipient who does not belong to the mail's
   * company and has neither written nor changed a status in it. A search does not match a masked
   * address.
   */
  hidesAddresses: boolean;
  byState: boolean;
  bySearch: boolean;
}

interface DeliveriesParams {
  companyId?: number;
  state?: MailState;
  pattern?: string;
}

/**
 * Whether the recipient belongs to the mail's company, or has an item, a comment or a change of
 * status in it.
 */
const isKnown = sql`(
  case when d.user_id is null or u.home_company_id = d.company_id then true
  else exists (
      select from feedback_item i where i.company_id = d.company_id and i.user_id = d.user_id
    )
    or exists (select from comment m where m.company_id = d.company_id and m.user_id = d.user_id)
    or exists (
      select from status_change s where s.company_id = d.company_id and s.user_id = d.user_id
    )
  end
)`;

function conditions(shape: DeliveriesShape, p: Required<DeliveriesParams>): Sql {
  const all = [sql`d.created_at > now() - interval '30 days'`];
  if (shape.ofCompany) all.push(sql`d.company_id = ${p.companyId}`);
  if (shape.byState) all.push(sql`d.state = ${p.state}`);
  const searchable = shape.hidesAddresses ? isKnown : sql`true`;
  if (shape.bySearch)
    all.push(
      sql`((coalesce(u.username, s.address) ilike ${p.pattern} and ${searchable}) or coalesce(e.title, f.title) ilike ${p.pattern})`,
    );
  return sql.join(all, sql` and `);
}

const deliveries = sql`
  mail_delivery d left join user_account u on u.id = d.user_id
  left join changelog_subscriber s on s.company_id = d.company_id and s.id = d.subscriber_id
  left join changelog_entry e on e.company_id = d.company_id and e.id = d.entry_id
  left join feedback_item f on f.company_id = d.company_id and f.id = d.feedback_id`;

/**
 * Returns one page of the mails of the last 30 days by keyset pagination, newest first. The system
 * runs this statement, because a company's own role does not see the accounts of all recipients.
 */
export const listMailDeliveries = statementByShape((shape: DeliveriesShape, afterCursor: boolean) =>
  statement<DeliveriesParams & { key?: string; id?: number; rows: number }, MailDelivery>(
    "list_mail_deliveries",
    (p) => sql`
      select d.id, d.company_id, company.name as company_name, d.kind, d.feedback_id,
        coalesce(e.title, f.title) as title,
        d.state, d.attempts, d.response, d.created_at, d.finished_at,
        jsonb_build_object('fullName', u.full_name, 'username', ${
          shape.hidesAddresses
            ? sql`case when ${isKnown} then coalesce(u.username, s.address) else left(u.username, 1) || '•••' end`
            : sql`coalesce(u.username, s.address)`
        }) as recipient
      from ${deliveries} join company on company.id = d.company_id
      where ${conditions(shape, p)} and ${
        afterCursor
          ? sql`(d.created_at, d.id) < (${p.key}::timestamptz, ${p.id}::bigint)`
          : sql`true`
      }
      order by d.created_at desc, d.id desc
      limit ${p.rows}
    `,
  ),
);

/** Counts the mails of the last 30 days, up to `DELIVERY_COUNT_LIMIT` mails. */
export const countMailDeliveries = statementByShape((shape: DeliveriesShape) =>
  statement<DeliveriesParams, { total: number }>(
    "count_mail_deliveries",
    (p) => sql`
      select count(*) as total from (
        select from ${deliveries}
        where ${conditions(shape, p)}
        limit ${sql.lit(DELIVERY_COUNT_LIMIT)}
      ) counted
    `,
  ),
);
