import type { Connection } from "./connection.queries.ts";
import { quoted } from "./connection.queries.ts";
import { BackupError } from "./backupError.ts";
import type { Header, SequencePosition } from "./backupRecords.ts";

interface Reference {
  column: string;
  table: string;
  /** The referenced column. */
  target: string;
  /** Whether the row is deleted with the referenced row. */
  isOwned: boolean;
}

/** A table as described by the database catalogue. */
export interface CatalogueTable {
  name: string;
  /** Stored columns. Generated columns are left out. */
  columns: string[];
  /** Whether row-level security also applies to the owner. */
  isForced: boolean;
  /** Whether the system role can read all rows. */
  isOpenToSystem: boolean;
  /** Foreign keys with a single column, in column order. */
  references: Reference[];
  /** Other tables that the table's foreign keys reference. */
  needs: string[];
}

/** A table whose rows are derived from another table. */
interface Derived {
  table: string;
  from: string;
  /** The trigger that creates the derived row for each inserted row. */
  trigger: string;
}

/**
 * Derived tables, which backups leave out. Triggers rebuild these tables during a restore, because
 * their content can depend on the target database. Search text, for example, depends on the
 * lower-casing rules of the database.
 */
export const DERIVED: readonly Derived[] = [
  { table: "feedback_search", from: "feedback_item", trigger: "index_feedback" },
];

/** Whether a restore rebuilds the table. */
export function isDerived(table: string): boolean {
  return DERIVED.some((derived) => derived.table === table);
}

/** Table of applied migrations. A backup stores the migrations in its header. */
const MIGRATIONS = "schema_migration";

/**
 * Lists all tables of the portal, referenced tables first. The tables are read from the catalogue,
 * so that new tables are included without a code change.
 */
export async function listTables(connection: Connection): Promise<CatalogueTable[]> {
  const tables = await connection.rows<CatalogueTable>(
    `select c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
       exists (
         select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
           and pg_get_expr(p.polqual, p.polrelid) = 'true' and 'hearback_system' = any (array(
             select rolname from pg_roles r where r.oid = any (p.polroles)))
       ) as "isOpenToSystem",
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
       ) as columns,
       coalesce((
         select json_agg(json_build_object('column', a.attname, 'table', target.relname, 'target', key.attname,
           'isOwned', k.confdeltype = 'c') order by a.attnum)
         from pg_constraint k join pg_class target on target.oid = k.confrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
         join pg_attribute key on key.attrelid = target.oid and key.attnum = k.confkey[1]
         where k.conrelid = c.oid and k.contype = 'f' and array_length(k.conkey, 1) = 1
       ), '[]') as references,
       array(
         select distinct target.relname::text from pg_constraint k join pg_class target on target.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and target.oid <> c.oid and not target.relispartition
       ) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> $1
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [MIGRATIONS],
  );
  return inOrder(tables);
}

function inOrder(tables: CatalogueTable[]): CatalogueTable[] {
  const ordered = new Set<CatalogueTable>();
  const isReady = (table: CatalogueTable) =>
    table.needs.every((name) => [...ordered].some((done) => done.name === name));
  while (ordered.size < tables.length) {
    const next = tables.find((table) => !ordered.has(table) && isReady(table));
    if (!next)
      throw new BackupError(
        "Some tables refer to each other in a circle: no order of restoring them is right.",
      );
    ordered.add(next);
  }
  return [...ordered];
}

/** Whether the database contains the portal's schema. */
export async function hasSchema(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<{ found: boolean }>(
    `select to_regclass('public.${MIGRATIONS}') is not null and to_regclass('public.company') is not null as found`,
  );
  return row?.found === true;
}

/** Lists the applied migrations in order. */
export async function listRunMigrations(connection: Connection): Promise<Header["migrations"]> {
  return connection.rows(`select name, checksum from ${MIGRATIONS} order by name`);
}

/** Whether the current user bypasses row-level security. */
export async function isUnrestricted(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<{ free: boolean }>(
    "select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user",
  );
  return row?.free === true;
}

/** Lists the values of sequences and the columns that use the sequences. */
export async function listSequences(
  connection: Connection,
): Promise<(SequencePosition & { table: string; column: string })[]> {
  const sequences = await connection.rows<{ name: string; table: string; column: string }>(
    `select s.relname::text as name, t.relname::text as table, a.attname::text as column
     from pg_class s join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
     join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
     order by 1`,
  );
  const positions = [];
  for (const sequence of sequences) {
    const [position] = await connection.rows<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from public.${quoted(sequence.name)}`,
    );
    if (position) positions.push({ ...sequence, ...position });
  }
  return positions;
}

/** Finds a company by subdomain. */
export async function findCompanyBySubdomain(
  connection: Connection,
  subdomain: string,
): Promise<Header["company"]> {
  const [row] = await connection.rows<{ id: string; name: string; subdomain: string }>(
    "select id::text, name, subdomain from company where subdomain = lower($1)",
    [subdomain],
  );
  return row ? { ...row, id: Number(row.id) } : null;
}
