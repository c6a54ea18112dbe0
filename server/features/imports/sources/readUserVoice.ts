import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import { answerKeys } from "./answerKeys.ts";
import { closingOf } from "./closingOf.ts";
import { VoteCounts } from "./countVotes.ts";
import { decodeText } from "./decodeText.ts";
import type { SourceRecord } from "./importRecord.ts";
import { personOf } from "./personOf.ts";
import { readCount } from "./readCount.ts";
import { readNames } from "./readNames.ts";
import { OptionalFields } from "./recordChecks.ts";
import type { TableRow } from "./readTable.ts";
import { readTable } from "./readTable.ts";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";
import { splitAnswer } from "./splitAnswer.ts";

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

/**
 * The maximum number of ideas in a file. It is limited because the ids of all ideas are kept in
 * memory.
 */
const MAX_IDEAS = 1_000_000;

/** The states of public ideas. Ideas in other states are not public in UserVoice. */
const PUBLIC_STATES = new Set(["", "approved", "published"]);

/**
 * Reads the full export of ideas from UserVoice, which has one row for each idea and voter. The
 * rows of an idea can be anywhere in the file, so the file is read twice: the first pass counts the
 * votes, and the second pass yields the records. Times are in UTC.
 * @throws UnreadableFile
 */
export async function* readUserVoice(
  file: StoredFile,
  { encoding, delimiter }: StoredLayout,
): AsyncGenerator<SourceRecord> {
  const rows = () => readTable(decodeText(file.read(0), encoding), delimiter, COLUMNS);
  const votes = new VoteCounts();
  for await (const row of rows()) if (hasVoter(row)) votes.add(row.cell("Idea Id"), voterOf(row));
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
    yield* recordsOf(row, isFirst ? votes : undefined);
  }
}

const hasVoter = (row: TableRow) => row.problem === null && row.cell("User Email Address") !== "";

const voterOf = ({ cell }: TableRow) => ({
  name: cell("User Name") || null,
  address: cell("User Email Address"),
});

const unreadable = ({ line, cell }: TableRow, problem: string): SourceRecord => ({
  file: null,
  line,
  kind: "unreadable",
  of: "item",
  title: cell("Idea Title"),
  problem,
});

/** @param votes the votes of the file; undefined unless the row is the first of its idea */
function* recordsOf(row: TableRow, votes: VoteCounts | undefined): Generator<SourceRecord> {
  const { line, cell } = row;
  const state = cell("Moderation State").toLowerCase();
  if (!PUBLIC_STATES.has(state)) {
    if (votes) yield unreadable(row, `The idea is ${state} in UserVoice`);
    return;
  }
  if (votes) {
    yield itemOf(row, votes);
    yield* answersOf(row);
  }
  if (!hasVoter(row)) return;
  yield {
    file: null,
    line,
    kind: "vote",
    item: cell("Idea Id"),
    voter: voterOf(row),
    createdAt: cell("Linked Idea Creation Date") || null,
  };
}

function itemOf({ line, cell, hasColumn }: TableRow, votes: VoteCounts): SourceRecord {
  const title = cell("Idea Title");
  const { note, at } = answerOf(cell);
  // In an export with forums, a forum is a board and a category is a topic. Without forums, a
  // category is a board.
  const category = cell("Category Name");
  const hasForum = hasColumn("Forum Name");
  const labels = readNames(cell("Labels"), /,/);
  const optional = new OptionalFields(labels.leftOut);
  optional.reportUnreadable([title, cell("Idea Description")]);
  const total = optional.read("number of votes", () => readCount(cell("Voters Count")));
  return {
    file: null,
    line,
    kind: "item",
    key: cell("Idea Id"),
    title,
    content: cell("Idea Description") || title,
    ...closingOf(cell("Public Status Name"), { note, at }),
    category: null,
    board: (hasForum ? cell("Forum Name") : category) || null,
    tags: [...(hasForum && category ? [category] : []), ...labels.names],
    author: personOf(cell("Idea Creator Name"), cell("Idea Creator Email Address")),
    unnamedVotes: votes.unnamedOf(cell("Idea Id"), total),
    ...optional.report,
    createdAt: cell("Created Timestamp") || null,
    oldPath: null,
  };
}

const answerOf = (cell: TableRow["cell"]) => ({
  ...splitAnswer(cell("Public Status Update Message")),
  at: cell("Public Status Updated Timestamp") || null,
});

/**
 * Yields the answer to an idea as a status change or, if it is too long for a note, as a comment.
 */
function* answersOf({ line, cell }: TableRow): Generator<SourceRecord> {
  const { note, comment, at } = answerOf(cell);
  const item = cell("Idea Id");
  const address = cell("Public Status Creator Email Address");
  const entry = {
    file: null,
    line,
    ...answerKeys(`status:${item}`, at),
    item,
    author: personOf(cell("Public Status Creator Name"), address),
    createdAt: at,
  };
  if (comment !== null) yield { ...entry, kind: "comment", content: comment, isInternal: false };
  const status = cell("Public Status Name");
  // The answer to a closed idea is the closing note of its item, so it yields no status change.
  if (note === null || closingOf(status, { note, at }).closed !== null) return;
  yield { ...entry, kind: "status_change", from: null, to: status || "new", note };
}
