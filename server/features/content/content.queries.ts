import { sql } from "#server/platform/db/sql.ts";
import type { Announcement, Faq } from "#contract/content.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The statements of one table of ordered entries. */
export interface ContentStatements<Entry extends { id: number }> {
  readonly list: Statement<Record<never, never>, Entry>;
  /** Appends an entry to the end of the order. */
  readonly insert: Statement<Omit<Entry, "id">, Entry>;
  readonly update: Statement<Entry, Entry>;
  readonly remove: Statement<{ id: number }, Entry>;
  readonly reorder: Statement<{ ids: readonly number[] }, { id: number }>;
}

function contentStatements<Entry extends { id: number }>(
  name: "faq" | "announcement",
  fields: readonly Exclude<keyof Entry & string, "id">[],
): ContentStatements<Entry> {
  const table = sql.ref(name);
  const given = sql.join(fields.map((field) => sql.ref(field)));
  const columns = sql`id, ${given}`;
  const valuesOf = (p: Required<Omit<Entry, "id">>) =>
    fields.map((field) => (p as Record<string, unknown>)[field]);
  return {
    list: statement(
      `list_${name}`,
      () => sql`select ${columns} from ${table} order by order_index, id`,
    ),
    insert: statement(
      `insert_${name}`,
      (p) => sql`
        insert into ${table} (${given}, order_index)
        select ${sql.join(valuesOf(p))}, coalesce(max(order_index) + 1, 0) from ${table}
        returning ${columns}
      `,
    ),
    update: statement(
      `update_${name}`,
      (p) => sql`
        update ${table} set (${given}) = row(${sql.join(valuesOf(p))}) where id = ${p.id}
        returning ${columns}
      `,
    ),
    remove: statement(
      `delete_${name}`,
      (p) => sql`delete from ${table} where id = ${p.id} returning ${columns}`,
    ),
    reorder: statement(
      `reorder_${name}`,
      (p) => sql`
        update ${table} entry set order_index = ordered.position - 1
        from unnest(${p.ids}::bigint[]) with ordinality ordered (id, position)
        where entry.id = ordered.id
        returning entry.id
      `,
    ),
  };
}

export const faqStatements = contentStatements<Faq>("faq", ["question", "answer"]);

export const announcementStatements = contentStatements<Announcement>("announcement", [
  "title",
  "content",
]);

/**
 * Locks the order of all entries until the transaction ends, so that transactions that change
 * entries run one after the other. Processes of versions before November 2026 take the lock of
 * `lockSuperAdmins` instead. If such a process and this process change entries at the same time,
 * the order can contain gaps or duplicates.
 */
export const lockContent = statement<Record<never, never>, never>(
  "lock_content",
  () => sql`select pg_advisory_xact_lock(7215300423)::text as locked`,
);
