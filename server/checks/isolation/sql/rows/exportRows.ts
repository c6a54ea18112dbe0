import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

export const exportCopies: Copy[] = [
  [
    "export",
    "id, requester_id, state, progress, size, created_at, updated_at, expires_at",
    "id, $3, state, '{\"ofB\": true}', size + 7, created_at, updated_at, expires_at",
  ],
  ["export_part", "export_id, file, position, content", "export_id, file, position, 'B'"],
  ["export_person", "export_id, user_id", "export_id, $3"],
];

/** Inserts a finished and a running export, each with a part and a person. */
export async function insertExports(sql: Sql, companyId: number, userId: number) {
  const exports = await sql<{ id: string }>(
    `insert into export (company_id, requester_id, state, progress, created_at, updated_at, expires_at)
     values ($1, $2, 'ready', '{}', $3, $3, '2100-01-01'), ($1, $2, 'running', '{}', $3, $3, null)
     returning id`,
    [companyId, userId, BEFORE],
  );
  for (const { id } of exports) {
    await sql("insert into export_part values ($1, $2, 'items.csv', 0, 'A')", [companyId, id]);
    await sql("insert into export_person values ($1, $2, $3)", [companyId, id, userId]);
  }
  return exports;
}
