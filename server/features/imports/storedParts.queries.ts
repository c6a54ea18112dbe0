import { sql } from "#server/platform/db/sql.ts";
import type { ImportKind } from "#contract/importRun.ts";
import { IMPORT_KINDS } from "#contract/importRun.ts";
import { CANNY_LISTS } from "./sources/cannyPlace.ts";
import { statement } from "#server/platform/db/statement.ts";

const CANNY_SECTIONS = CANNY_LISTS.map((list) => `canny_${list}` as const);

/**
 * The content of a stored part: the uploaded file, a logo or a picture in it, a page of one of
 * Canny's lists, or the import's records of one kind.
 */
export type Section =
  | "file"
  | (typeof IMAGE_SECTIONS)[number]
  | (typeof CANNY_SECTIONS)[number]
  | ImportKind;

/** The sections with images that a reading takes out of the file. */
export const IMAGE_SECTIONS = ["logo", "picture_file"] as const;

/** The sections from which the records of an import are read. */
export const SOURCE_SECTIONS: readonly Section[] = ["file", ...CANNY_SECTIONS];
export const ALL_SECTIONS: readonly Section[] = [
  ...SOURCE_SECTIONS,
  ...IMAGE_SECTIONS,
  ...IMPORT_KINDS,
];

interface OfPart {
  companyId: number;
  importId: number;
  section: Section;
  part: number;
}

/** Inserts a part, unless another process that reads the same file has inserted it. */
export const insertPart = statement<
  Omit<OfPart, "part"> & { nextPart: number; deflated: Buffer },
  never
>(
  "insert_import_part",
  (p) => sql`
    insert into import_part (company_id, import_id, section, part, deflated)
    values (${p.companyId}, ${p.importId}, ${p.section}, ${p.nextPart}, ${p.deflated})
    on conflict do nothing
  `,
);

/** Returns a part. Parts that earlier versions of the portal have stored are not deflated. */
export const findPart = statement<OfPart, { content: Buffer | null; deflated: Buffer | null }>(
  "find_import_part",
  (p) => sql`
    select content, deflated from import_part
    where company_id = ${p.companyId} and import_id = ${p.importId} and section = ${p.section}
      and part = ${p.part}
  `,
);

/** Counts the stored parts of each section of an import. */
export const countParts = statement<
  { companyId: number; importId: number },
  { section: Section; count: number }
>(
  "count_import_parts",
  (p) => sql`
    select section, count(*)::int as count from import_part
    where company_id = ${p.companyId} and import_id = ${p.importId} group by section
  `,
);

/** Deletes some sections of an import. */
export const deleteSections = statement<
  { companyId: number; importId: number; sections: readonly Section[] },
  never
>(
  "delete_import_sections",
  (p) => sql`
    delete from import_part
    where company_id = ${p.companyId} and import_id = ${p.importId}
      and section = any (${p.sections}::text[])
  `,
);

/** Returns how many bytes all imports of a company take up. */
export const findStoredBytes = statement<{ companyId: number }, { bytes: number }>(
  "find_stored_import_bytes",
  (p) => sql`
    select (
      select coalesce(sum(octet_length(coalesce(deflated, content))), 0) from import_part
      where company_id = ${p.companyId}
    )::bigint + (
      select coalesce(sum(record_bytes), 0) from import_run where company_id = ${p.companyId}
    )::bigint as bytes
  `,
);
