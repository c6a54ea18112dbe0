import type * as z from "zod/mini";
import type { NamedCannyBoard } from "./cannyBoards.ts";
import { exportedFieldsOf, namedBoard, recordOfBoards } from "./cannyBoards.ts";
import type { CannyList } from "./cannyPlace.ts";
import type {
  CannyComment as Comment,
  CannyPost as Post,
  CannyStatusChange as Change,
  CannyUser,
} from "./cannyRecords.ts";
import {
  CannyBoard,
  CannyComment,
  CannyMerge,
  CannyPost,
  CannyStatusChange,
  CannyVote,
  pathOf,
} from "./cannyRecords.ts";
import { closingOf } from "./closingOf.ts";
import { VoteCounts } from "./countVotes.ts";
import type { ItemRecord, RecordPlace, SourceRecord } from "./importRecord.ts";
import type { CompanyRecord } from "./offeredCompany.ts";
import { personOf } from "./personOf.ts";
import { requireCount } from "./readCount.ts";
import { OptionalFields } from "./recordChecks.ts";
import { UnreadableFile } from "./source.ts";
import { splitAnswer } from "./splitAnswer.ts";

/** The maximum number of status changes. All of them are in memory, because they must be sorted. */
const MAX_CHANGES = 200_000;

/** Returns the pages of a list that were fetched from Canny. */
export type CannyPages = (list: CannyList) => AsyncIterable<readonly unknown[]>;

/**
 * Reads a Canny account from pages of Canny's API. The import's report locates a record by the name of
 * Canny's list and the record's number in that list.
 * @throws UnreadableFile
 */
export async function* readCanny(pages: CannyPages): AsyncGenerator<SourceRecord | CompanyRecord> {
  const boards = await readBoards(pages);
  yield recordOfBoards(boards.values());
  const changes = await readChanges(pages);
  const votes = new VoteCounts();
  yield* readVotes(pages, votes);
  yield* readComments(pages, boards);
  yield* readPosts(pages, { boards, votes, closings: closingsOf(changes) });
  yield* changeRecordsOf(changes);
}

const textOf = (text: string | null | undefined) => text ?? "";

const authorOf = (user: CannyUser) => personOf(textOf(user?.name), textOf(user?.email));

/** Reads a list. The value of a record that does not have Canny's format is null. */
async function* rowsOf<Shape extends z.ZodMiniType>(
  pages: CannyPages,
  file: CannyList,
  shape: Shape,
): AsyncGenerator<{ place: RecordPlace; value: z.output<Shape> | null }> {
  let line = 0;
  for await (const page of pages(file))
    for (const record of page) {
      line += 1;
      const { success, data } = shape.safeParse(record);
      yield { place: { file, line }, value: success ? data : null };
    }
}

const malformed = (
  place: RecordPlace,
  of: "item" | "comment" | "vote" | "merge",
): SourceRecord => ({
  ...place,
  kind: "unreadable",
  of,
  title: "",
  problem: "The record is not like one of Canny",
});

/** The boards of the account by their ids. */
type Boards = ReadonlyMap<string, NamedCannyBoard>;

async function readBoards(pages: CannyPages): Promise<Boards> {
  const boards = new Map<string, NamedCannyBoard>();
  for await (const { value } of rowsOf(pages, "boards", CannyBoard))
    if (value) boards.set(value.id, namedBoard(value));
  return boards;
}

interface PlacedChange {
  place: RecordPlace;
  value: Change;
}

/** Reads the status changes of all posts, oldest first. */
async function readChanges(pages: CannyPages): Promise<PlacedChange[]> {
  const changes: PlacedChange[] = [];
  for await (const { place, value } of rowsOf(pages, "status_changes", CannyStatusChange)) {
    if (value) changes.push({ place, value });
    if (changes.length > MAX_CHANGES)
      throw new UnreadableFile(`Canny has more than ${String(MAX_CHANGES)} status changes`);
  }
  return changes.toSorted((a, b) => Date.parse(a.value.created) - Date.parse(b.value.created));
}

const isClosing = ({ status }: { status: string }) =>
  closingOf(status, { note: null, at: null }).closed !== null;

const answerOf = ({ changeComment }: Change) => splitAnswer(textOf(changeComment?.value));

type Closings = ReadonlyMap<string, { note: string | null; at: string | null }>;

/** Returns the date and the note of each post's last closing. */
function closingsOf(changes: readonly PlacedChange[]): Closings {
  const closings = changes.filter(({ value }) => isClosing(value));
  return new Map(
    closings.map(({ value }) => [value.post.id, { note: answerOf(value).note, at: value.created }]),
  );
}

/**
 * Yields the status changes of posts. An answer that is too long for the note of a status change is
 * yielded as a comment. A closing yields no status change, because the portal has no status for
 * closed items.
 */
function* changeRecordsOf(changes: readonly PlacedChange[]): Generator<SourceRecord> {
  const last = new Map<string, string>();
  for (const { place, value } of changes) {
    const item = value.post.id;
    const { note, comment } = answerOf(value);
    const author = authorOf(value.changer);
    const entry = { ...place, key: value.id, item, author, createdAt: value.created };
    if (comment !== null) yield { ...entry, kind: "comment", content: comment, isInternal: false };
    if (isClosing(value)) continue;
    const from = last.get(item) ?? "open";
    yield { ...entry, kind: "status_change", from, to: value.status, note };
    last.set(item, value.status);
  }
}

async function* readVotes(pages: CannyPages, votes: VoteCounts): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(pages, "votes", CannyVote)) {
    const voter = authorOf(value?.voter);
    if (!value) {
      yield malformed(place, "vote");
      continue;
    }
    votes.add(value.post.id, voter);
    // Votes of unknown voters yield no records. The number of these votes is part of the item's
    // record (`unnamedVotes`).
    if (!voter) continue;
    yield { ...place, kind: "vote", item: value.post.id, voter, createdAt: value.created ?? null };
  }
}

async function* readComments(pages: CannyPages, boards: Boards): AsyncGenerator<SourceRecord> {
  const isInternal = ({ internal, private: isPrivate, board }: Comment) =>
    internal === true ||
    isPrivate === true ||
    boards.get(board?.id ?? "")?.hasPrivateComments === true;
  for await (const { place, value } of rowsOf(pages, "comments", CannyComment))
    yield value
      ? {
          ...place,
          kind: "comment",
          key: value.id,
          item: value.post.id,
          author: authorOf(value.author),
          content: textOf(value.value),
          isInternal: isInternal(value),
          createdAt: value.created ?? null,
        }
      : malformed(place, "comment");
}

async function* readPosts(
  pages: CannyPages,
  { boards, votes, closings }: { boards: Boards; votes: VoteCounts; closings: Closings },
): AsyncGenerator<SourceRecord> {
  for await (const { place, value: post } of rowsOf(pages, "posts", CannyPost)) {
    if (!post) {
      yield malformed(place, "item");
      continue;
    }
    const board = boards.get(post.board?.id ?? "");
    const optional = new OptionalFields();
    const total = optional.read("number of votes", () => requireCount(post.score ?? 0));
    const unnamedVotes = votes.unnamedOf(post.id, total);
    const item = itemOf(post, { board, unnamedVotes, closings });
    yield { ...place, ...item, ...optional.report };
    yield* mergesOf(place, post, board);
  }
}

function itemOf(
  post: Post,
  {
    board,
    unnamedVotes,
    closings,
  }: { board: NamedCannyBoard | undefined; unnamedVotes: number; closings: Closings },
): ItemRecord {
  const title = textOf(post.title);
  const closing = closings.get(post.id) ?? { note: null, at: null };
  const names = [...(post.category ? [post.category] : []), ...(post.tags ?? [])];
  return {
    kind: "item",
    key: post.id,
    title,
    content: textOf(post.details) || title,
    ...closingOf(textOf(post.status), closing),
    category: null,
    board: board?.name ?? null,
    // Canny's category of a post becomes the item's first tag, because the first tag that matches a
    // topic decides the item's topic.
    tags: names.map(({ name }) => name),
    author: authorOf(post.author),
    unnamedVotes,
    createdAt: post.created ?? null,
    oldPath: pathOf(post),
    exported: exportedFieldsOf(board),
  };
}

/**
 * Yields an item and its merge for each post that Canny has merged into `post`. The item has no
 * votes and comments of its own, because Canny has moved them to `post`.
 */
function* mergesOf(
  place: RecordPlace,
  post: Post,
  board: NamedCannyBoard | undefined,
): Generator<SourceRecord> {
  for (const entry of post.mergeHistory ?? []) {
    const { data } = CannyMerge.safeParse(entry);
    if (!data) {
      yield malformed(place, "merge");
      continue;
    }
    const { created, post: merged } = data;
    const title = textOf(merged.title);
    yield {
      ...place,
      kind: "item",
      key: merged.id,
      title,
      content: textOf(merged.details) || title,
      status: null,
      category: null,
      board: board?.name ?? null,
      tags: [],
      author: null,
      unnamedVotes: 0,
      createdAt: merged.created ?? null,
      closed: null,
      oldPath: null,
      exported: exportedFieldsOf(board),
    };
    const mergedAt = created ?? null;
    yield { ...place, kind: "merge", item: merged.id, target: post.id, mergedAt };
  }
}
