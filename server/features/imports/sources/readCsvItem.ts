import { createHash } from "node:crypto";
import type { ImportField, ImportFieldColumns } from "#contract/imports.ts";
import { IMPORT_NAME_LENGTH } from "#contract/imports.ts";
import type { ItemRecord } from "./importRecord.ts";

const MAX_TITLE = 200;
const MAX_CONTENT = 10_000;
const MAX_VOTES = 1_000_000;
/** The longest e-mail address, so that the account's username is not too long. */
const MAX_ADDRESS = 200;
const MAX_TAGS = 20;

/** The longest id of a row in its source. */
const MAX_KEY = 200;

/** A row that cannot become an item. The message is for the admin. */
class RowProblem extends Error {}

/** Reads the cells of a row as an item, or says why the row cannot become one. */
export function readCsvItem(
  cells: readonly string[],
  fields: ImportFieldColumns,
): { title: string } & ({ item: ItemRecord } | { problem: string }) {
  const cell = (field: ImportField) => cells[fields[field] ?? -1]?.trim() ?? "";
  const title = cell("title");
  try {
    return { title: title.slice(0, MAX_TITLE).toWellFormed(), item: itemOf(title, cell) };
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error;
    return { title: title.slice(0, MAX_TITLE).toWellFormed(), problem: error.message };
  }
}

type Cell = (field: ImportField) => string;

/** The length as PostgreSQL counts it. */
const lengthOf = (text: string) => Array.from(text).length;

function itemOf(title: string, cell: Cell): ItemRecord {
  if (title === "") throw new RowProblem("The title is empty");
  if (lengthOf(title) > MAX_TITLE)
    throw new RowProblem(`The title is longer than ${String(MAX_TITLE)} characters`);
  const content = cell("content") || title;
  if (lengthOf(content) > MAX_CONTENT)
    throw new RowProblem(`The description is longer than ${String(MAX_CONTENT)} characters`);
  return {
    kind: "item",
    key: keyOf(title, cell),
    title,
    content,
    status: nameOf("status", cell),
    category: nameOf("category", cell),
    board: nameOf("board", cell),
    tags: tagsOf(cell("tags")),
    author: authorOf(cell),
    unnamedVotes: votesOf(cell("vote_count")),
    createdAt: dateOf(cell("created_at")),
    closed: null,
    oldPath: null,
  };
}

/**
 * Returns what identifies a row in its source: its id or, without one, what rarely changes. A row
 * without an id whose title is changed in the source becomes a new item.
 */
function keyOf(title: string, cell: Cell): string {
  const id = cell("source_id");
  if (id.length > MAX_KEY) throw new RowProblem("The id is too long");
  if (id !== "") return `id:${id}`;
  const parts = [title, cell("author_email"), cell("author_name"), cell("created_at")];
  return `row:${createHash("sha256").update(parts.join("\n")).digest("base64url")}`;
}

function nameOf(field: "status" | "category" | "board", cell: Cell): string | null {
  const name = cell(field);
  if (name.length > IMPORT_NAME_LENGTH) throw new RowProblem(`The ${field} is too long`);
  return name || null;
}

/** Returns the tags of a cell: a JSON array of texts, or names between commas or semicolons. */
function tagsOf(text: string): string[] {
  let tags: unknown = undefined;
  if (text.startsWith("[")) {
    try {
      tags = JSON.parse(text);
    } catch {
      // A tag may begin with a bracket.
    }
  }
  const names = Array.isArray(tags) ? tags.map(String) : text.split(/[,;|]/);
  return names
    .map((name) => name.trim().slice(0, IMPORT_NAME_LENGTH).toWellFormed())
    .filter(Boolean)
    .slice(0, MAX_TAGS);
}

function authorOf(cell: Cell): ItemRecord["author"] {
  const address = cell("author_email") || null;
  const name = cell("author_name").slice(0, 120).toWellFormed() || null;
  if (address !== null) {
    const isAddress =
      address.length <= MAX_ADDRESS && /^[!-?A-~]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(address);
    if (!isAddress) throw new RowProblem("The author's e-mail address is not valid");
  }
  return address === null && name === null ? null : { address, name };
}

function votesOf(text: string): number {
  if (text === "") return 0;
  if (!/^\d{1,7}$/.test(text) || Number(text) > MAX_VOTES)
    throw new RowProblem(`The votes are no number from 0 to ${String(MAX_VOTES)}`);
  return Number(text);
}

const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;

/** Returns the date as ISO 8601. Only unambiguous dates are accepted. A date without zone is UTC. */
function dateOf(text: string): string | null {
  if (text === "") return null;
  const [, day, time = "00:00", zone = "Z"] = DATE.exec(text) ?? [];
  const offset = /utc/i.test(zone) ? "Z" : zone.replace(/(\d\d)(\d\d)$/, "$1:$2");
  const date = new Date(`${day ?? ""}T${time}${offset}`);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1990)
    throw new RowProblem("The date is not like 2026-01-31 or 2026-01-31T12:00:00Z");
  if (date.getTime() > Date.now()) throw new RowProblem("The date is in the future");
  return date.toISOString();
}
