import type { CatalogueTable } from "./catalogue.queries.ts";
import type { Connection } from "./connection.queries.ts";
import { quoted } from "./connection.queries.ts";

/** A column with secrets that are sealed with the installation's key. */
interface SealedColumn {
  table: string;
  column: string;
  /** What the secrets are for, in a message to the operator. */
  purpose: string;
  /** The columns to set where a secret is removed; null to delete the row. */
  without: string | null;
}

const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: "sign_in_provider",
    column: "sealed_secret",
    purpose: "the installation's sign-in providers",
    without: "sealed_secret = null",
  },
  {
    table: "sign_on_provider",
    column: "client_secret",
    purpose: "the company's provider",
    without: "client_secret = '', is_on = false, is_only_way = false",
  },
  {
    table: "application_secret",
    column: "sealed",
    purpose: "signed tokens",
    without: null,
  },
  { table: "provider_session", column: "id_token", purpose: "open sessions", without: null },
];

/** Returns the sealed columns of the database, and whether their tables have a company. */
function sealedColumns(
  tables: readonly CatalogueTable[],
  columns: readonly SealedColumn[],
): (SealedColumn & { ofCompany: boolean })[] {
  return columns.flatMap((sealed) => {
    const table = tables.find(({ name }) => name === sealed.table);
    return table ? [{ ...sealed, ofCompany: table.columns.includes("company_id") }] : [];
  });
}

/** Whether the database contains secrets that only the installation's key opens. */
export async function hasSealedSecrets(
  connection: Connection,
  tables: readonly CatalogueTable[],
): Promise<boolean> {
  for (const { table, column } of sealedColumns(tables, SEALED_COLUMNS)) {
    const found = await connection.rows(
      `select from public.${quoted(table)} where ${quoted(column)} is not null limit 1`,
    );
    if (found.length > 0) return true;
  }
  return false;
}

interface Removal {
  /** The restored company; null for the whole installation. */
  companyId: number | null;
  canOpen: (sealed: Buffer) => boolean;
}

/**
 * Removes the secrets that cannot be opened, and turns off what needs them. Returns what they were
 * for, with the names of the companies.
 */
export async function removeClosedSecrets(
  connection: Connection,
  tables: readonly CatalogueTable[],
  { companyId, canOpen }: Removal,
  columns = SEALED_COLUMNS,
): Promise<string[]> {
  const purposes = new Set<string>();
  for (const { table, column, purpose, without, ofCompany } of sealedColumns(tables, columns)) {
    if (companyId !== null && !ofCompany) continue;
    const name = ofCompany
      ? "(select name from public.company c where c.id = t.company_id)"
      : "null";
    const condition = ofCompany
      ? "($1::bigint is null or t.company_id = $1)"
      : "$1::bigint is null";
    const rows = await connection.rows<{ place: string; sealed: Buffer; name: string | null }>(
      `select t.ctid::text as place, t.${quoted(column)} as sealed, ${name} as name
       from public.${quoted(table)} t where t.${quoted(column)} is not null and ${condition}`,
      [companyId],
    );
    const closed = rows.filter(({ sealed }) => !canOpen(sealed));
    for (const row of closed)
      purposes.add(row.name === null ? purpose : `${purpose} (${row.name})`);
    const change =
      without === null
        ? `delete from public.${quoted(table)}`
        : `update public.${quoted(table)} set ${without}`;
    await connection.rows(`${change} where ctid = any ($1::tid[])`, [
      closed.map(({ place }) => place),
    ]);
  }
  return [...purposes].toSorted();
}
