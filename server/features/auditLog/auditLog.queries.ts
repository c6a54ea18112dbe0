import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { AuditEntry } from "#contract/auditLog.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** The conditions of an audit log query. */
export interface AuditShape {
  /**
   * Whether the query returns only the entries of one company. Otherwise it returns the entries of
   * all companies and of the installation.
   */
  ofCompany: boolean;
  bySearch: boolean;
  byAction: boolean;
  from: boolean;
  to: boolean;
  afterCursor: boolean;
}

export interface AuditParams {
  companyId?: number;
  pattern?: string;
  action?: string;
  from?: string;
  to?: string;
  key?: string;
  /** `c` for an entry of a company, `s` for an entry of the installation. */
  kind?: string;
  id?: number;
  rows: number;
}

export type AuditRow = Omit<AuditEntry, "id"> & { kind: string; entryId: number };

function conditions(shape: Omit<AuditShape, "afterCursor">, p: Required<AuditParams>): Sql {
  const all = [sql`true`];
  if (shape.ofCompany) all.push(sql`company_id = ${p.companyId}`);
  if (shape.bySearch)
    all.push(sql`(actor_username ilike ${p.pattern} or subject ilike ${p.pattern})`);
  if (shape.byAction)
    all.push(sql`(action = ${p.action} or starts_with(action, ${p.action} || '.'))`);
  if (shape.from) all.push(sql`created_at >= ${p.from}::date::timestamp at time zone 'UTC'`);
  if (shape.to) all.push(sql`created_at < (${p.to}::date + 1)::timestamp at time zone 'UTC'`);
  return sql.join(all, sql` and `);
}

const shared = sql`actor_username, action, subject, details, ip, created_at`;

function entries(shape: Omit<AuditShape, "afterCursor">, p: Required<AuditParams>): Sql {
  const ofCompanies = sql`
    select 'c' as kind, id as entry_id, company_id, ${shared}
    from audit_entry where ${conditions(shape, p)}`;
  if (shape.ofCompany) return ofCompanies;
  return sql`${ofCompanies}
    union all
    select 's' as kind, id as entry_id, null as company_id, ${shared}
    from site_audit_entry where ${conditions(shape, p)}`;
}

/** Returns one page of entries by keyset pagination, newest first. */
export const listAuditEntries = statementByShape((shape: AuditShape) =>
  statement<AuditParams, AuditRow>(
    "list_audit_entries",
    (p) => sql`
      select entry.*, company.name as company_name
      from (
        select * from (${entries(shape, p)}) entry
        where ${
          shape.afterCursor
            ? sql`(created_at, kind, entry_id) < (${p.key}::timestamptz, ${p.kind}, ${p.id}::bigint)`
            : sql`true`
        }
        order by created_at desc, kind desc, entry_id desc
        limit ${p.rows}
      ) entry
      left join company on company.id = entry.company_id
      order by created_at desc, kind desc, entry_id desc
    `,
  ),
);

export const countAuditEntries = statementByShape((shape: Omit<AuditShape, "afterCursor">) =>
  statement<Omit<AuditParams, "rows">, { total: number }>(
    "count_audit_entries",
    (p) => sql`
      select count(*) as total from (${entries(shape, p as Required<AuditParams>)}) entry
    `,
  ),
);
