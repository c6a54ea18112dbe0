import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

interface OfPart {
  companyId: number;
  importId: number;
  part: number;
}

export const insertPart = statement<
  Omit<OfPart, "part"> & { nextPart: number; content: Buffer },
  never
>("insert_import_part", (q, p) =>
  sql<never>`
      insert into import_part (company_id, import_id, part, content)
      values (${p.companyId}, ${p.importId}, ${p.nextPart}, ${p.content})
    `.compile(q),
);

export const findPart = statement<OfPart, { content: Buffer }>("find_import_part", (q, p) =>
  sql<{ content: Buffer }>`
    select content from import_part
    where company_id = ${p.companyId} and import_id = ${p.importId} and part = ${p.part}
  `.compile(q),
);

/** Deletes the file of an import that has run. */
export const deleteParts = statement<Omit<OfPart, "part">, never>("delete_import_parts", (q, p) =>
  sql<never>`
    delete from import_part where company_id = ${p.companyId} and import_id = ${p.importId}
  `.compile(q),
);
