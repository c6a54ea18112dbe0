import { randomBytes } from "node:crypto";
import type { CatalogueTable } from "./catalogue.queries.ts";
import { literal, quoted } from "./connection.queries.ts";

/** A part of a table's rows, and how they are read. */
export interface Section {
  table: string;
  columns: string[];
  query: string;
  isVisitors: boolean;
}

/** Sign-ins under way (who gets a company back signs in again), and the installation's own log. */
const NOT_THE_COMPANYS = new Set(["session", "handoff", "site_audit_entry"]);

/** What is taken of the accounts of others: neither their rights nor a way in. */
const VISITOR_COLUMNS = ["id", "username", "full_name", "created_at"];

const columnList = (columns: string[]) => columns.map(quoted).join(", ");

/** All rows of a table. */
export function wholeTable({ name, columns }: CatalogueTable): Section {
  return {
    table: name,
    columns,
    query: `select ${columnList(columns)} from public.${quoted(name)}`,
    isVisitors: false,
  };
}

/**
 * What belongs to one company: its own row, all that carries its id, its accounts and all that hangs on them; and of the accounts of others
 * who have voted, written or acted there, their names.
 */
export function companySections(tables: readonly CatalogueTable[], companyId: number): Section[] {
  const id = String(companyId);
  const accounts = `select id from public.user_account where home_company_id = ${id}`;
  return tables.flatMap((table) => {
    const whole = wholeTable(table);
    const where = (condition: string): Section => ({ ...whole, query: `${whole.query} where ${condition}` });
    if (table.name === "company") return [where(`id = ${id}`)];
    if (table.name === "user_account") return [where(`home_company_id = ${id}`), visitors(tables, id)];
    if (table.columns.includes("company_id")) return [where(`company_id = ${id}`)];
    const toAccount = table.references.find((reference) => reference.table === "user_account");
    if (!toAccount || NOT_THE_COMPANYS.has(table.name)) return [];
    return [where(`${quoted(toAccount.column)} in (${accounts})`)];
  });
}

function visitors(tables: readonly CatalogueTable[], companyId: string): Section {
  const mentions = tables
    .filter(({ columns }) => columns.includes("company_id"))
    .flatMap(({ name, references }) =>
      references
        .filter(({ table }) => table === "user_account")
        .map(
          ({ column }) =>
            `select ${quoted(column)} from public.${quoted(name)} where company_id = ${companyId} and ${quoted(column)} is not null`,
        ),
    );
  return {
    table: "user_account",
    columns: [...VISITOR_COLUMNS, "password_hash"],
    query: `select ${columnList(VISITOR_COLUMNS)}, ${literal(hashOfNothing())} from public.user_account
      where home_company_id is distinct from ${companyId} and id in (${mentions.join(" union ")})`,
    isVisitors: true,
  };
}

/** Has the form of a password's hash, and there is no password that it is the hash of. */
function hashOfNothing(): string {
  const text = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=19456,t=2,p=1$${text(16)}$${text(32)}`;
}
