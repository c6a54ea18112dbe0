import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import { closingOf } from "./closingOf.ts";
import { VoteCounts } from "./countVotes.ts";
import type { SourceRecord } from "./importRecord.ts";
import { personOf } from "./personOf.ts";
import type { TableRow } from "./readTable.ts";
import { readTable } from "./readTable.ts";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";

const COLUMNS = {
  required: [
    "Idea Id",
    "Idea Title",
    "Idea Description",
    "Public Status Name",
    "Voters Count",
    "User Email Address",
  ],
  name: "the full export of ideas from UserVoice",
};

/** The most ideas, whose ids are in memory. */
const MAX_IDEAS = 1_000_000;

/** Ideas in another state are not public in UserVoice. */
const PUBLIC_STATES = new Set(["", "approved", "published"]);

/**
 * Reads the full export of ideas from UserVoice, which has one row for each idea and voter. It is
 * read twice, because the votes of an idea may stand anywhere. Times are in UTC.
 * @throws UnreadableFile
 */
export async function* readUserVoice(
  file: StoredFile,
  { delimiter }: StoredLayout,
): AsyncGenerator<SourceRecord> {
  const rows = () => readTable(file.read(0), delimiter, COLUMNS);
  const named = new VoteCounts();
  for await (const row of rows()) if (hasVoter(row)) named.add(row.cell("Idea Id"));
  const seen = new Set<string>();
  for await (const row of rows()) {
    const key = row.cell("Idea Id");
    if (row.problem !== null) {
      yield unreadable(row, row.problem);
      continue;
    }
    const isFirst = !seen.has(key);
    if (isFirst) {
      seen.add(key);
      if (seen.size > MAX_IDEAS)
        throw new UnreadableFile(`The file contains more than ${String(MAX_IDEAS)} ideas`);
    }
    yield* recordsOf(row, { isFirst, namedVotes: named.of(key) });
  }
}

const hasVoter = (row: TableRow) => row.problem === null && row.cell("User Email Address") !== "";

const unreadable = ({ line, cell }: TableRow, problem: string): SourceRecord => ({
  file: null,
  line,
  kind: "unreadable",
  of: "item",
  title: cell("Idea Title"),
  problem,
});

function* recordsOf(
  row: TableRow,
  { isFirst, namedVotes }: { isFirst: boolean; namedVotes: number },
): Generator<SourceRecord> {
  const { line, cell } = row;
  const state = cell("Moderation State").toLowerCase();
  if (!PUBLIC_STATES.has(state)) {
    if (isFirst) yield unreadable(row, `The idea is ${state} in UserVoice`);
    return;
  }
  if (isFirst) {
    yield itemOf(row, namedVotes);
    yield* statusChangeOf(row);
  }
  if (!hasVoter(row)) return;
  yield {
    file: null,
    line,
    kind: "vote",
    item: cell("Idea Id"),
    voter: { name: cell("User Name") || null, address: cell("User Email Address") },
    createdAt: cell("Linked Idea Creation Date") || null,
  };
}

function itemOf({ line, cell, hasColumn }: TableRow, namedVotes: number): SourceRecord {
  const title = cell("Idea Title");
  const answer = answerOf(cell);
  // With forums, a category is a part of a forum, as a topic is here.
  const category = cell("Category Name");
  const hasForum = hasColumn("Forum Name");
  return {
    file: null,
    line,
    kind: "item",
    key: cell("Idea Id"),
    title,
    content: cell("Idea Description") || title,
    ...closingOf(cell("Public Status Name"), answer),
    category: null,
    board: (hasForum ? cell("Forum Name") : category) || null,
    tags: [...(hasForum && category ? [category] : []), ...labelsOf(cell("Labels"))],
    author: personOf(cell("Idea Creator Name"), cell("Idea Creator Email Address")),
    unnamedVotes: Math.max(0, (Number(cell("Voters Count")) || 0) - namedVotes),
    createdAt: cell("Created Timestamp") || null,
    oldPath: null,
  };
}

const answerOf = (cell: TableRow["cell"]) => ({
  note: cell("Public Status Update Message") || null,
  at: cell("Public Status Updated Timestamp") || null,
});

function* statusChangeOf({ line, cell }: TableRow): Generator<SourceRecord> {
  const { note, at } = answerOf(cell);
  const isClosed = closingOf(cell("Public Status Name"), { note, at }).closed !== null;
  // The note of a closed item is part of the item.
  if (note === null || isClosed) return;
  const address = cell("Public Status Creator Email Address");
  yield {
    file: null,
    line,
    kind: "status_change",
    key: cell("Idea Id"),
    item: cell("Idea Id"),
    author: personOf(cell("Public Status Creator Name"), address),
    from: null,
    to: null,
    note,
    createdAt: at,
  };
}

/** Returns the labels of a cell, which is a JSON array of texts or names between commas. */
function labelsOf(text: string): string[] {
  try {
    const labels: unknown = JSON.parse(text);
    if (Array.isArray(labels)) return labels.map(String);
  } catch {
    // A cell that is no JSON contains names.
  }
  return text.split(",").filter(Boolean);
}
