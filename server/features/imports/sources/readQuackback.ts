import { closingOf } from "./closingOf.ts";
import { VoteCounts } from "./countVotes.ts";
import type { RecordPlace, SourceRecord } from "./importRecord.ts";
import { personOf } from "./personOf.ts";
import { readCount } from "./readCount.ts";
import { OptionalFields } from "./recordChecks.ts";
import type { TableRow } from "./readTable.ts";
import { readTable } from "./readTable.ts";
import type { ZipTexts } from "./readZip.ts";
import { openZip } from "./readZip.ts";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";

const POSTS = "posts.csv";
const VOTES = "post_votes.csv";
const COMMENTS = "post_comments.csv";

/** The states of public comments. Comments in other states are not public in Quackback. */
const PUBLIC_STATES = new Set(["", "approved", "published"]);

/**
 * Reads the export of a Quackback workspace. Ignores whether the export marks an e-mail address as
 * verified, because an export can be forged.
 * @throws UnreadableFile
 */
export async function* readQuackback(file: StoredFile): AsyncGenerator<SourceRecord> {
  const zip = await openZip(file, [POSTS, VOTES, COMMENTS]);
  if (!zip.find(POSTS))
    throw new UnreadableFile("This is no export of Quackback: the ZIP file contains no posts.csv");
  const votes = new VoteCounts();
  yield* readVotes(zip, votes);
  yield* readPosts(zip, votes);
  yield* readComments(zip);
}

async function* rowsOf(
  zip: ZipTexts,
  file: string,
  required: readonly string[],
): AsyncGenerator<TableRow> {
  if (!zip.find(file)) return;
  yield* readTable(bytesOf(zip.read(file)), ",", { required, name: `${file} of Quackback` });
}

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

async function* readPosts(zip: ZipTexts, votes: VoteCounts): AsyncGenerator<SourceRecord> {
  for await (const { line, cell, problem } of rowsOf(zip, POSTS, ["id", "title", "content"])) {
    const place: RecordPlace = { file: POSTS, line };
    const [key, title] = [cell("id"), cell("title")];
    if (problem !== null) {
      yield { ...place, kind: "unreadable", of: "item", title, problem };
      continue;
    }
    const optional = new OptionalFields();
    const total = optional.read("number of votes", () => readCount(cell("vote_count")));
    yield {
      ...place,
      kind: "item",
      key,
      title,
      content: cell("content") || title,
      ...closingOf(cell("status"), { note: null, at: null }),
      category: null,
      board: cell("board") || null,
      tags: cell("tags").split(",").filter(Boolean),
      author: personOf(cell("author_name"), cell("author_email")),
      unnamedVotes: votes.unnamedOf(key, total),
      ...optional.report,
      createdAt: cell("created_at") || null,
      oldPath: null,
    };
  }
}

/** Counts the votes, and yields those of people with an e-mail address. */
async function* readVotes(zip: ZipTexts, votes: VoteCounts): AsyncGenerator<SourceRecord> {
  for await (const row of rowsOf(zip, VOTES, ["post_id", "voter_email"])) {
    const { line, cell, problem } = row;
    const place: RecordPlace = { file: VOTES, line };
    const [item, address] = [cell("post_id"), cell("voter_email")];
    if (problem !== null) yield { ...place, kind: "unreadable", of: "vote", title: item, problem };
    // Votes without an e-mail address yield no records. The number of these votes is part of the
    // item's record (`unnamedVotes`).
    if (problem !== null) continue;
    const voter = { name: null, address };
    votes.add(item, voter);
    if (address === "") continue;
    yield { ...place, kind: "vote", item, voter, createdAt: cell("created_at") || null };
  }
}

async function* readComments(zip: ZipTexts): AsyncGenerator<SourceRecord> {
  for await (const row of rowsOf(zip, COMMENTS, ["id", "post_id", "content", "is_private"])) {
    const { line, cell } = row;
    const place: RecordPlace = { file: COMMENTS, line };
    const state = cell("moderation_state");
    const problem =
      row.problem ?? (PUBLIC_STATES.has(state) ? null : `The comment is ${state} in Quackback`);
    if (problem !== null) {
      yield { ...place, kind: "unreadable", of: "comment", title: cell("content"), problem };
      continue;
    }
    yield {
      ...place,
      kind: "comment",
      key: cell("id"),
      item: cell("post_id"),
      author: personOf(cell("author_name"), cell("author_email")),
      content: cell("content"),
      isInternal: cell("is_private").toLowerCase() === "true",
      createdAt: cell("created_at") || null,
    };
  }
}
