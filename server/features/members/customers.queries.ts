import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Customer, CustomerSort, CustomerState } from "#contract/customers.ts";
import { CUSTOMER_ACTIVITY_LIMIT, CUSTOMER_COUNT_LIMIT } from "#contract/customers.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { hasSignOn } from "./members.queries.ts";

// The system runs these statements, because a company's own role sees only the names of accounts.

interface CustomersFilter {
  companyId: number;
  /** A LIKE pattern for the name or the e-mail address. */
  pattern: string;
}

/** What the list contains besides the search. */
export interface CustomersShape {
  readonly state: CustomerState | null;
  readonly bySearch: boolean;
}

/** The name by which people are sorted: the full name or the address. */
const NAME = sql`lower(coalesce(u.full_name, u.username) collate "C")`;

const isBlocked = (p: Required<CustomersFilter>) => isBlockedIn(p.companyId, sql.ref("u.id"));

const STATES: Record<CustomerState, (p: Required<CustomersFilter>) => Sql> = {
  confirmed: () => sql`u.confirmed_at is not null and not u.is_imported`,
  unconfirmed: () => sql`u.confirmed_at is null and not u.is_imported`,
  blocked: isBlocked,
  imported: () => sql`u.is_imported`,
};

const matches = ({ state, bySearch }: CustomersShape, p: Required<CustomersFilter>) => sql`
  u.home_company_id = ${p.companyId} and u.role = 'user'
  and ${state === null ? sql`true` : STATES[state](p)}
  and ${
    bySearch
      ? sql`(u.full_name ilike ${p.pattern} or u.username ilike ${p.pattern} and not u.is_imported)`
      : sql`true`
  }`;

type Kind = "items" | "votes" | "comments";

/** The rows of what an account did in the company, of each kind. */
const ROWS: Record<Kind, (companyId: unknown) => Sql> = {
  items: (companyId) => sql`feedback_item f
              where f.company_id = ${companyId} and f.user_id = u.id`,
  votes: (companyId) => sql`user_vote v
              where v.company_id = ${companyId} and v.user_id = u.id
                and v.merged_from_id is null`,
  comments: (companyId) => sql`comment c
              where c.company_id = ${companyId} and c.user_id = u.id`,
};

/** Counts what the account `u` did, up to `CUSTOMER_ACTIVITY_LIMIT`. */
const countOf = (kind: Kind, companyId: unknown) => sql`(
          select count(*) from (
            select from ${ROWS[kind](companyId)} limit ${sql.lit(CUSTOMER_ACTIVITY_LIMIT)}
          ) counted
        )`;

/** Stands for a customer who was never there, who comes last. */
const NEVER = sql`'epoch'::timestamptz`;

const mostFirst = (kind: Kind) => ({
  key: (companyId: unknown) => countOf(kind, companyId),
  type: sql`bigint`,
  direction: sql`desc`,
  after: sql`<`,
});
const byDate = { key: () => sql`u.created_at`, type: sql`timestamptz` };

interface Order {
  key: (companyId: unknown) => Sql;
  type: Sql;
  direction: Sql;
  after: Sql;
}

/**
 * Indexes have the dates and the names in order. By activity, the customers of the company are
 * counted in indexes for each page (docs/decisions/0090-customers-by-activity.md).
 */
const ORDERS: Readonly<Record<CustomerSort, Order>> = {
  newest: { ...byDate, direction: sql`desc`, after: sql`<` },
  oldest: { ...byDate, direction: sql`asc`, after: sql`>` },
  name: { key: () => NAME, type: sql`text`, direction: sql`asc`, after: sql`>` },
  items: mostFirst("items"),
  votes: mostFirst("votes"),
  comments: mostFirst("comments"),
  seen: {
    key: () => sql`coalesce(u.last_seen_at, ${NEVER})`,
    type: sql`timestamptz`,
    direction: sql`desc`,
    after: sql`<`,
  },
};

/** A customer as stored, with the key of the list's order. */
export type CustomerRow = Omit<Customer, "mustConfirmEmail"> & { sortKey: string | number };

/**
 * Returns up to `rows` customers after a position. What they did is counted for these customers
 * only, unless it is the order.
 */
export const listCustomers = statementByShape(
  (shape: CustomersShape, sort: CustomerSort, afterCursor: boolean) =>
    statement<CustomersFilter & { key?: string; id?: number; rows: number }, CustomerRow>(
      "list_customers",
      (p) => {
        const { key, type, direction, after } = ORDERS[sort];
        const sortKey = key(p.companyId);
        const position = sql`(${sortKey}, u.id) ${after} (${p.key}::${type}, ${p.id}::bigint)`;
        return sql`
          with listed as materialized (
            select u.id, u.username, u.full_name, u.is_active, u.confirmed_at, u.is_imported,
              u.created_at, u.last_seen_at, u.home_company_id, ${sortKey} as sort_key, ${isBlocked(p)} as is_blocked
            from user_account u
            where ${matches(shape, p)} and ${afterCursor ? position : sql`true`}
            order by sort_key ${direction}, u.id ${direction}
            limit ${p.rows}
          )
          select u.id, case when not u.is_imported then u.username end as username, u.full_name,
            u.is_active, u.confirmed_at, u.is_imported, u.created_at, u.last_seen_at, u.sort_key,
            u.is_blocked, ${hasSignOn} as has_sign_on, ${countOf("items", p.companyId)} as items,
            ${countOf("votes", p.companyId)} as votes,
            ${countOf("comments", p.companyId)} as comments
          from listed u
          order by u.sort_key ${direction}, u.id ${direction}
        `;
      },
    ),
);

/** Counts the customers, up to `CUSTOMER_COUNT_LIMIT`. */
export const countCustomers = statementByShape((shape: CustomersShape) =>
  statement<CustomersFilter, { total: number }>(
    "count_customers",
    (p) => sql`
      select count(*) as total from (
        select from user_account u where ${matches(shape, p)}
        limit ${sql.lit(CUSTOMER_COUNT_LIMIT)}
      ) counted
    `,
  ),
);
