import { createHash } from "node:crypto";
import type { ImportField } from "#contract/importFields.ts";
import type { ImportFieldColumns } from "#contract/imports.ts";
import { closingOf } from "./closingOf.ts";
import type { ItemRecord } from "./importRecord.ts";
import { RecordProblem } from "./recordChecks.ts";

const MAX_VOTES = 1_000_000;
const NO_ANSWER = { note: null, at: null };

/**
 * Reads the cells of a row as an item. A row whose status is for example `closed` becomes a closed
 * item, unless an admin has chosen a status for this name.
 * @param hasStatus whether the name of a status stands for a status of the portal
 * @throws RecordProblem if the number of votes is not valid
 */
export function readCsvItem(
  cells: readonly string[],
  fields: ImportFieldColumns,
  hasStatus: (name: string) => boolean,
): ItemRecord {
  const cell: Cell = (field) => cells[fields[field] ?? -1]?.trim() ?? "";
  const title = cell("title");
  const status = cell("status");
  const [name, address] = [cell("author_name") || null, cell("author_email") || null];
  return {
    kind: "item",
    key: keyOf(title, cell),
    title,
    content: cell("content") || title,
    ...(hasStatus(status) ? { status, closed: null } : closingOf(status, NO_ANSWER)),
    category: cell("category") || null,
    board: cell("board") || null,
    tags: tagsOf(cell("tags")),
    author: name === null && address === null ? null : { name, address },
    unnamedVotes: votesOf(cell("vote_count")),
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

/**
 * Returns the tags of a cell, which is either a JSON array of texts or a list of names separated by
 * commas, semicolons or vertical bars.
 */
function tagsOf(text: string): string[] {
  let tags: unknown = undefined;
  if (text.startsWith("[")) {
    try {
      tags = JSON.parse(text);
    } catch {
      // A cell that begins with a bracket is not always JSON, because the name of a tag can begin
      // with a bracket.
    }
  }
  return Array.isArray(tags) ? tags.map(String) : text.split(/[,;|]/);
}

function votesOf(text: string): number {
  if (text === "") return 0;
  if (!/^\d{1,7}$/.test(text) || Number(text) > MAX_VOTES)
    throw new RecordProblem(`The votes are no number from 0 to ${String(MAX_VOTES)}`);
  return Number(text);
}
