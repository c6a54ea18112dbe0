import * as z from "zod/mini";
import { idBody } from "./fields.ts";
import { forEachField } from "./importFields.ts";
import { IMPORT_MAX_COLUMNS, ImportDelimiter, ImportEncoding } from "./importFormats.ts";

/**
 * Kinds of names in a file. An import maps each name to a status, category, board or topic of the
 * portal. The file's tags are mapped to topics.
 */
export const IMPORT_NAME_KINDS = ["status", "category", "board", "topic"] as const;
export const ImportNameKind = z.enum(IMPORT_NAME_KINDS, "Unknown kind of name");
export type ImportNameKind = z.output<typeof ImportNameKind>;

/** The index of a field's column in the file; null for a field without a column. */
const columnIndex = z.nullable(
  z
    .number("Unknown column")
    .check(
      z.int("Unknown column"),
      z.gte(0, "Unknown column"),
      z.lt(IMPORT_MAX_COLUMNS, "Unknown column"),
    ),
);
export const ImportFieldColumns = z.object(forEachField(columnIndex));
export type ImportFieldColumns = z.output<typeof ImportFieldColumns>;

/**
 * What a name in the file is mapped to: a status, a category, or the id of a board or topic. With
 * null, rows with this status, category or board are skipped, and a tag with this name is ignored.
 */
const nameTarget = z.nullable(z.string("Unknown target").check(z.maxLength(60, "Unknown target")));

/** Maximum length in characters of a status, category, board or tag name in a file. */
export const IMPORT_NAME_LENGTH = 120;

/** The order of day and month in dates with the year last. */
export const DateOrder = z.enum(["day_first", "month_first"], "Unknown order of day and month");
export type DateOrder = z.output<typeof DateOrder>;

/** The body of PATCH /api/imports/{id}. Omitted fields stay unchanged. */
export const ImportMappingChange = z
  .object({
    /** The encoding and the separator of a table. The dry run then reads the file again. */
    encoding: z.optional(ImportEncoding),
    delimiter: z.optional(ImportDelimiter),
    columns: z.optional(ImportFieldColumns),
    /** The board for rows that name no board. */
    boardId: z.optional(z.nullable(idBody)),
    /** The order of day and month in dates such as 03/04/2024. */
    dateOrder: z.optional(DateOrder),
    /** Whether the run replaces the company's settings and logo by those in a Hearback export. */
    takesSettings: z.optional(z.boolean()),
    /**
     * The admin's choices of what names in the file are mapped to (see `nameTarget`). A choice
     * replaces the earlier choice for the same kind and name, if there is one. Earlier choices for
     * other names are kept, but at most 1,000 choices are stored in total.
     */
    names: z.optional(
      z
        .array(
          z.object({
            kind: ImportNameKind,
            name: z
              .string("Unknown name")
              .check(
                z.maxLength(IMPORT_NAME_LENGTH, "Unknown name"),
                z.minLength(1, "Unknown name"),
              ),
            target: nameTarget,
          }),
        )
        .check(z.maxLength(400, "Too many names")),
    ),
  })
  .check(
    z.refine<object>(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      "Nothing to change",
    ),
  );
