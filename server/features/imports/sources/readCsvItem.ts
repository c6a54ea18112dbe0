import { createHash } from "node:crypto";
import type { ImportField } from "#contract/importFields.ts";
import type { ImportFieldColumns } from "#contract/importMapping.ts";
import { closingOf } from "./closingOf.ts";
import type { ItemRecord } from "./importRecord.ts";
import { readCount } from "./readCount.ts";
import { readNames } from "./readNames.ts";
import { OptionalFields } from "./recordChecks.ts";

const NO_ANSWER = { note: null, at: null };

/**
 * Reads the cells of a row as an item. A row whose status is for example `closed` becomes a closed
 * item, unless an admin has chosen a status for this name.
 * @param hasStatus whether the name of a status stands for a status of the portal
 */
export function readCsvItem(
  cells: readonly string[],
  fields: ImportFieldColumns,
  hasStatus: (name: string) => boolean,
): ItemRecord {
  const cell: Cell = (field) => cells[fields[field] ?? -1]?.trim() ?? "";
  const title = cell("title");
  const status = cell("status");
  const tags = readNames(cell("tags"), /[,;|]/);
  const optional = new OptionalFields(tags.leftOut);
  optional.reportUnreadable(cells);
  const votes = cell("vote_count");
  const [name, address] = [cell("author_name") || null, cell("author_email") || null];
  return {
    kind: "item",
    key: keyOf(title, cell),
    title,
    content: cell("content") || title,
    ...(hasStatus(status) ? { status, closed: null } : closingOf(status, NO_ANSWER)),
    category: cell("category") || null,
    board: cell("board") || null,
    tags: tags.names,
    author: name === null && address === null ? null : { name, address },
    unnamedVotes: votes === "" ? 0 : optional.read("number of votes", () => readCount(votes)),
    ...optional.report,
    createdAt: cell("created_at") || null,
    oldPath: null,
  };
}

type Cell = (field: ImportField) => string;

/**
 * Returns the key of a row: its id or, without an id, a hash of cells that rarely change. A row
 * without an id becomes a new item if its title is changed in the source.
 */
function keyOf(title: string, cell: Cell): string {
  const id = cell("source_id");
  if (id !== "") return `id:${id}`;
  const parts = [title, cell("author_email"), cell("author_name"), cell("created_at")];
  return `row:${createHash("sha256").update(parts.join("\n")).digest("base64url")}`;
}
