import type * as z from "zod/mini";
import {
  FiderAttachment,
  FiderComment,
  FiderPost,
  FiderPostTag,
  FiderSubscriber,
  FiderTag,
  FiderUser,
  FiderVote,
  statusNameOf,
  withMentionedNames,
} from "./fiderTables.ts";
import type { WithPictures } from "./fiderPictures.ts";
import { readAttachments } from "./fiderPictures.ts";
import { answerKeys } from "./answerKeys.ts";
import { closingOf } from "./closingOf.ts";
import { VoteCounts } from "./countVotes.ts";
import type { ImportPerson, ItemRecord, RecordPlace, SourceRecord } from "./importRecord.ts";
import { personOf } from "./personOf.ts";
import { splitAnswer } from "./splitAnswer.ts";
import { readJsonArray } from "./readJsonArray.ts";
import type { ZipTexts } from "./readZip.ts";
import { openZip } from "./readZip.ts";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";
import { TextPictures } from "./textPictures.ts";

const FILES = {
  users: "users.json",
  tags: "tags.json",
  postTags: "post_tags.json",
  posts: "posts.json",
  comments: "comments.json",
  votes: "post_votes.json",
  subscribers: "post_subscribers.json",
  attachments: "attachments.json",
} as const;

const BLOB_FOLDER = "blobs/";

/** The maximum numbers of people and of assigned tags in a backup, which are kept in memory. */
const MAX_USERS = 300_000;
const MAX_TAGS = 1_000_000;

type RecordKind = Extract<SourceRecord, { kind: "unreadable" }>["of"];

/**
 * Reads the backup of a Fider site with its attached pictures. Settings and secrets are not read.
 * @throws UnreadableFile
 */
export async function* readFider(file: StoredFile): AsyncGenerator<SourceRecord> {
  const zip = await openZip(file, Object.values(FILES), BLOB_FOLDER);
  if (!zip.find(FILES.posts))
    throw new UnreadableFile("This is no backup of Fider: the ZIP file contains no posts.json");
  const people = await readPeople(zip);
  const tags = await readTags(zip);
  const votes = new VoteCounts();
  const pictures = new TextPictures("fider", (key) => BLOB_FOLDER + key);
  const attachments = zip.find(FILES.attachments)
    ? rowsOf(zip, FILES.attachments, FiderAttachment)
    : [];
  const withPictures = await readAttachments(attachments, pictures);
  yield* readVotes(zip, people, votes);
  yield* readPosts(zip, people, { tags, votes, withPictures });
  yield* readComments(zip, people, withPictures);
  yield* readSubscribers(zip, people);
  yield* pictures.records(zip);
}

interface Row<Value> {
  line: number;
  title: string;
  /** The row; null if it does not have Fider's format. */
  value: Value | null;
}

async function* rowsOf<Shape extends z.ZodMiniType>(
  zip: ZipTexts,
  file: string,
  shape: Shape,
): AsyncGenerator<Row<z.output<Shape>>> {
  let line = 0;
  for await (const element of readJsonArray(zip.read(file), file)) {
    line += 1;
    const { success, data } = shape.safeParse(element);
    yield { line, value: success ? data : null, title: titleOf(element) };
  }
}

function titleOf(element: unknown): string {
  if (typeof element !== "object" || element === null) return "";
  const { title, content } = element as { title?: unknown; content?: unknown };
  return [title, content].find((text) => typeof text === "string") ?? "";
}

const unreadable = (
  place: RecordPlace,
  of: RecordKind,
  title: string,
  problem: string,
): SourceRecord => ({ ...place, kind: "unreadable", of, title, problem });

const NOT_LIKE_FIDER = "The record is not like one of Fider";

type People = ReadonlyMap<string, ImportPerson>;

/**
 * Reads the people who have a name or an e-mail address. Deleted accounts have neither a name nor
 * an address.
 */
async function readPeople(zip: ZipTexts): Promise<People> {
  const people = new Map<string, ImportPerson>();
  for await (const { value } of rowsOf(zip, FILES.users, FiderUser)) {
    const person = value && personOf(value.name, value.email);
    if (!person) continue;
    people.set(value.id, person);
    if (people.size > MAX_USERS)
      throw new UnreadableFile(`The backup contains more than ${String(MAX_USERS)} users`);
  }
  return people;
}

/** Returns the names of each post's public tags. In Fider, only the team can see other tags. */
async function readTags(zip: ZipTexts): Promise<ReadonlyMap<string, string[]>> {
  const names = new Map<string, string>();
  for await (const { value } of rowsOf(zip, FILES.tags, FiderTag))
    if (value && value.is_public !== false) names.set(value.id, value.name);
  const tags = new Map<string, string[]>();
  let count = 0;
  for await (const { value } of rowsOf(zip, FILES.postTags, FiderPostTag)) {
    const name = names.get(value?.tag_id ?? "");
    if (!value || name === undefined) continue;
    const ofPost = tags.get(value.post_id);
    if (ofPost) ofPost.push(name);
    else tags.set(value.post_id, [name]);
    count += 1;
    if (count > MAX_TAGS)
      throw new UnreadableFile(`The backup assigns more than ${String(MAX_TAGS)} tags`);
  }
  return tags;
}

async function* readPosts(
  zip: ZipTexts,
  people: People,
  {
    tags,
    votes,
    withPictures,
  }: {
    tags: ReadonlyMap<string, string[]>;
    votes: VoteCounts;
    withPictures: WithPictures;
  },
): AsyncGenerator<SourceRecord> {
  for await (const { value: post, line, title } of rowsOf(zip, FILES.posts, FiderPost)) {
    const place = { file: FILES.posts, line };
    if (!post) yield unreadable(place, "item", title, NOT_LIKE_FIDER);
    else if (statusNameOf(post) === "Deleted")
      yield unreadable(place, "item", post.title, "Deleted in Fider");
    else if (post.is_approved === false)
      yield unreadable(place, "item", post.title, "Not approved in Fider");
    else {
      const item = itemOf(post, people, withPictures);
      const unnamedVotes = votes.unnamedOf(post.id, null);
      yield { ...place, ...item, tags: tags.get(post.id) ?? [], unnamedVotes };
      yield* answersOf(place, post, people);
    }
  }
}

function itemOf(
  post: FiderPost,
  people: People,
  withPictures: WithPictures,
): Omit<ItemRecord, "tags" | "unnamedVotes"> {
  const { note } = splitAnswer(withMentionedNames(post.response));
  const closing = closingOf(statusNameOf(post), {
    note,
    noteFormat: "markdown" as const,
    at: post.response_date ?? null,
  });
  const isMerged = post.original_id !== null && closing.closed?.reason === "duplicate";
  return {
    kind: "item",
    key: post.id,
    title: post.title,
    content: withPictures(withMentionedNames(post.description) || post.title, {
      kind: "post",
      id: post.id,
    }),
    contentFormat: "markdown",
    status: closing.status,
    category: null,
    board: null,
    author: people.get(post.user_id ?? "") ?? null,
    createdAt: post.created_at ?? null,
    closed: isMerged ? null : closing.closed,
    oldPath: `/posts/${post.number}`,
  };
}

/**
 * Yields a merge for a duplicate whose original is known. For a post that is no duplicate, yields a
 * status change with the answer as its note, unless the post is open and has no note. An answer
 * that is too long for a note is yielded as a comment. The note of a declined post is yielded with
 * the post's item instead.
 */
function* answersOf(place: RecordPlace, post: FiderPost, people: People): Generator<SourceRecord> {
  const { id, original_id: target } = post;
  const at = post.response_date ?? null;
  const status = statusNameOf(post);
  if (status === "Duplicate") {
    if (target !== null) yield { ...place, kind: "merge", item: id, target, mergedAt: at };
    return;
  }
  const { note, comment } = splitAnswer(withMentionedNames(post.response));
  const entry = {
    ...place,
    ...answerKeys(`response:${id}`, at),
    item: id,
    author: people.get(post.response_user_id ?? "") ?? null,
    createdAt: at,
  };
  if (comment !== null)
    yield {
      ...entry,
      kind: "comment",
      content: comment,
      contentFormat: "markdown",
      isInternal: false,
    };
  // The answer to a declined post is the closing note of its item, so it yields no status change.
  if (status === "Declined" || (status === "Open" && note === null)) return;
  yield { ...entry, kind: "status_change", from: null, to: status, note, noteFormat: "markdown" };
}

async function* readComments(
  zip: ZipTexts,
  people: People,
  withPictures: WithPictures,
): AsyncGenerator<SourceRecord> {
  for await (const { value, line, title } of rowsOf(zip, FILES.comments, FiderComment)) {
    const place = { file: FILES.comments, line };
    if (!value) yield unreadable(place, "comment", title, NOT_LIKE_FIDER);
    else if (value.deleted_at) yield unreadable(place, "comment", title, "Deleted in Fider");
    else if (value.is_approved === false)
      yield unreadable(place, "comment", title, "Not approved in Fider");
    else
      yield {
        ...place,
        kind: "comment",
        key: value.id,
        item: value.post_id,
        author: people.get(value.user_id ?? "") ?? null,
        content: withPictures(withMentionedNames(value.content), { kind: "comment", id: value.id }),
        contentFormat: "markdown",
        isInternal: false,
        createdAt: value.created_at ?? null,
      };
  }
}

/** Counts the votes, and yields those of known people. */
async function* readVotes(
  zip: ZipTexts,
  people: People,
  votes: VoteCounts,
): AsyncGenerator<SourceRecord> {
  for await (const { value, line, title } of rowsOf(zip, FILES.votes, FiderVote)) {
    const place = { file: FILES.votes, line };
    if (!value) {
      yield unreadable(place, "vote", title, NOT_LIKE_FIDER);
      continue;
    }
    const voter = people.get(value.user_id ?? "") ?? null;
    votes.add(value.post_id, voter);
    if (voter)
      yield {
        ...place,
        kind: "vote",
        item: value.post_id,
        voter,
        createdAt: value.created_at ?? null,
      };
  }
}

/**
 * Yields active subscribers as followers of the level `all`, because Fider sends subscribers mails
 * about all comments and answers. People who have unsubscribed get the level `off`.
 */
async function* readSubscribers(zip: ZipTexts, people: People): AsyncGenerator<SourceRecord> {
  for await (const { value, line, title } of rowsOf(zip, FILES.subscribers, FiderSubscriber)) {
    const place = { file: FILES.subscribers, line };
    const person = people.get(value?.user_id ?? "");
    if (!value) yield unreadable(place, "follow", title, NOT_LIKE_FIDER);
    else if (!person) yield unreadable(place, "follow", title, "The person is unknown or deleted");
    else
      yield {
        ...place,
        kind: "follow",
        item: value.post_id,
        person,
        level: value.status === 0 ? "off" : "all",
        createdAt: value.created_at ?? null,
      };
  }
}
