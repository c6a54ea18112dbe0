import * as z from "zod/mini";
import type { ExportRecordFile } from "#contract/exportFormat.ts";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  ExportManifest,
  MANIFEST_FILE,
  PICTURE_FOLDER,
} from "#contract/exportFormat.ts";
import { Organisation } from "#contract/tokenClaims.ts";
import type { ImportPerson, ItemRecord, RecordPlace, SourceRecord } from "./importRecord.ts";
import { VoteCounts } from "./countVotes.ts";
import type { ValueOf } from "./hearbackRows.ts";
import { malformed, rowsOf } from "./hearbackRows.ts";
import type { CompanyRecord, NamedBoard } from "./offeredCompany.ts";
import type { CompanyParts } from "./readHearbackCompany.ts";
import { COMPANY_FILES, LOGO_FILES, readHearbackCompany } from "./readHearbackCompany.ts";
import { ENTRIES, readHearbackEntries } from "./readHearbackEntries.ts";
import { readHearbackViews, VIEWS } from "./readHearbackViews.ts";
import type { ZipTexts } from "./readZip.ts";
import { openZip } from "./readZip.ts";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";
import { TextPictures } from "./textPictures.ts";

const PEOPLE = "data/people.jsonl";
const ITEMS = "data/items.jsonl";
const COMMENTS = "data/comments.jsonl";
const VOTES = "data/votes.jsonl";
const FOLLOWS = "data/follows.jsonl";
const STATUS_CHANGES = "data/status-changes.jsonl";

const FILES = [
  PEOPLE,
  ...COMPANY_FILES,
  ITEMS,
  COMMENTS,
  VOTES,
  FOLLOWS,
  STATUS_CHANGES,
  VIEWS,
] as const satisfies ExportRecordFile[];

/** Files that exports of earlier versions do not have. */
const LATER_FILES = [ENTRIES] as const satisfies ExportRecordFile[];

/** The maximum number of people in an export, whose names are kept in memory. */
const MAX_PEOPLE = 300_000;

/** The maximum length of a manifest in characters. A manifest has a line for each file. */
const MAX_MANIFEST = 1024 * 1024;

/**
 * Reads an export of Hearback (docs/exporting.md).
 * @throws UnreadableFile
 */
export async function* readHearback(
  file: StoredFile,
): AsyncGenerator<SourceRecord | CompanyRecord> {
  const read = [MANIFEST_FILE, ...FILES, ...LATER_FILES, ...LOGO_FILES];
  const zip = await openZip(file, read, PICTURE_FOLDER);
  await checkManifest(zip);
  const people = await readPeople(zip);
  const { record, ...parts } = await readHearbackCompany(zip);
  yield record;
  const votes = await countVotes(zip, people);
  const pictures = new TextPictures("hearback", (id) => `${PICTURE_FOLDER}${id}.webp`);
  const names = { people, votes, pictures, ...parts };
  yield* readItems(zip, names);
  yield* readStatusChanges(zip, names);
  yield* readComments(zip, names);
  yield* readVotes(zip, people);
  yield* readFollows(zip, people);
  yield* readHearbackViews(zip, names);
  if (zip.find(ENTRIES)) yield* readHearbackEntries(zip, pictures);
  yield* pictures.records(zip);
}

/** The fields of a manifest that all versions of the format have. */
const AnyManifest = z.object({ format: z.literal(EXPORT_FORMAT), version: z.int() });

const NO_EXPORT = "This is no export of Hearback";

/**
 * Checks the version of the export, and compares the size and checksum of each file that is read
 * with the manifest.
 */
async function checkManifest(zip: ZipTexts): Promise<void> {
  const json = await readManifest(zip);
  const { data: head } = AnyManifest.safeParse(json);
  if (!head) throw new UnreadableFile(`${NO_EXPORT}: the ZIP file contains no manifest.json of it`);
  if (head.version > EXPORT_VERSION) {
    const versions = `version ${String(head.version)} instead of ${String(EXPORT_VERSION)}`;
    throw new UnreadableFile(`A newer Hearback has made this export (${versions})`);
  }
  const { data: manifest } = ExportManifest.safeParse(json);
  if (!manifest) throw new UnreadableFile("manifest.json is damaged");
  const logo = LOGO_FILES.find((name) => zip.find(name));
  const later = LATER_FILES.filter((name) => zip.find(name));
  for (const name of [...FILES, ...later, ...(logo ? [logo] : [])]) {
    const listed = manifest.files.find((file) => file.name === name);
    const found = zip.find(name);
    if (!found || !listed) throw new UnreadableFile(`${NO_EXPORT}: ${name} is missing`);
    if (found.bytes !== listed.bytes || found.crc32 !== Number.parseInt(listed.crc32, 16))
      throw new UnreadableFile(`${name} was changed after the export`);
  }
}

async function readManifest(zip: ZipTexts): Promise<unknown> {
  let text = "";
  for await (const piece of zip.read(MANIFEST_FILE)) {
    text += piece;
    if (text.length > MAX_MANIFEST) throw new UnreadableFile("manifest.json is too large");
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unknownPerson = (place: RecordPlace, of: "vote" | "follow"): SourceRecord => ({
  ...place,
  kind: "unreadable",
  of,
  title: "",
  problem: "The person is not in the export",
});

const keyOf = (id: number | null) => (id === null ? null : String(id));

type People = ReadonlyMap<number, ImportPerson>;

async function readPeople(zip: ZipTexts): Promise<People> {
  const people = new Map<number, ImportPerson>();
  for await (const { value } of rowsOf(zip, PEOPLE)) {
    if (value)
      people.set(value.id, {
        name: value.fullName,
        address: value.username,
        organisation: Organisation.safeParse(value.organisation).data,
      });
    if (people.size > MAX_PEOPLE)
      throw new UnreadableFile(`The export contains more than ${String(MAX_PEOPLE)} people`);
  }
  return people;
}

interface Names extends Omit<CompanyParts, "record"> {
  people: People;
  votes: VoteCounts;
  pictures: TextPictures;
}

async function* readItems(zip: ZipTexts, names: Names): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(zip, ITEMS)) {
    if (!value) {
      yield malformed(place, "item");
      continue;
    }
    const { title, state, merged } = value;
    const board = names.boards.get(value.boardId);
    // Without the board, it is unknown whether the item is private.
    if (!board) {
      const problem = "The board is not in the export";
      yield { ...place, kind: "unreadable", of: "item", title, problem };
      continue;
    }
    yield { ...place, ...itemOf(value, board, names) };
    // The merge of a pending item is left out, because the database refuses it.
    if (!merged || state === "pending") continue;
    const [item, target] = [String(value.id), String(merged.intoId)];
    const { mergedAt } = merged;
    yield { ...place, kind: "merge", item, target, mergedAt, hasCopies: true };
  }
}

function itemOf(
  item: ValueOf<typeof ITEMS>,
  { name, board }: NamedBoard,
  { people, topics, votes, pictures }: Names,
): ItemRecord {
  const topic = topics.get(item.boardCategoryId ?? 0);
  return {
    kind: "item",
    key: String(item.id),
    title: item.title,
    content: pictures.inText(item.description, item.descriptionFormat),
    contentFormat: item.descriptionFormat,
    status: item.status,
    category: item.category,
    board: name,
    tags: topic === undefined ? [] : [topic],
    author: people.get(item.authorId ?? 0) ?? null,
    unnamedVotes: (item.unnamedVotes ?? 0) + votes.unnamedOf(String(item.id), null),
    createdAt: item.createdAt,
    closed: item.closed && {
      reason: item.closed.reason,
      note: pictures.inText(item.closed.note, item.closed.noteFormat),
      noteFormat: item.closed.noteFormat,
      at: item.closed.closedAt,
    },
    oldPath: null,
    exported: {
      ...item,
      isPrivate: board.isPrivate,
      isPending: item.state === "pending",
      assignee: people.get(item.assigneeId ?? 0)?.address ?? null,
    },
  };
}

async function* readStatusChanges(
  zip: ZipTexts,
  { people, pictures }: Names,
): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(zip, STATUS_CHANGES))
    yield value
      ? {
          ...place,
          kind: "status_change",
          key: String(value.id),
          item: String(value.itemId),
          author: people.get(value.personId ?? 0) ?? null,
          from: value.fromStatus,
          to: value.toStatus,
          note: pictures.inText(value.note, value.noteFormat),
          noteFormat: value.noteFormat,
          createdAt: value.createdAt,
          exported: { isSilent: value.isSilent },
        }
      : malformed(place, "status_change");
}

/**
 * Yields the comments. The export lists a comment of a merged item with the merge's target, to
 * which the merge has moved it. The comment is yielded with the merged item instead.
 */
async function* readComments(
  zip: ZipTexts,
  { people, pictures }: Names,
): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(zip, COMMENTS)) {
    if (!value) yield malformed(place, "comment");
    else
      yield {
        ...place,
        kind: "comment",
        key: String(value.id),
        // The import repeats the merge, which moves the comment to the target again.
        item: String(value.mergedFromId ?? value.itemId),
        author: people.get(value.authorId ?? 0) ?? null,
        content: pictures.inText(value.content, value.contentFormat),
        contentFormat: value.contentFormat,
        isInternal: value.visibility === "internal",
        isPending: value.visibility === "pending",
        createdAt: value.createdAt,
        editedAt: value.editedAt ?? null,
        answers: keyOf(value.answersId ?? null),
        reactions: (value.reactions ?? []).flatMap(({ personId, emoji, createdAt }) => {
          const person = people.get(personId);
          return person ? [{ person, emoji, createdAt }] : [];
        }),
      };
  }
}

/**
 * Counts the votes, except the copies that a merge has made, because the target of a merge counts
 * the votes of the merged item as well.
 */
async function countVotes(zip: ZipTexts, people: People): Promise<VoteCounts> {
  const votes = new VoteCounts();
  for await (const { value } of rowsOf(zip, VOTES))
    if (value?.mergedFromId === null)
      votes.add(String(value.itemId), people.get(value.personId ?? 0) ?? null);
  return votes;
}

async function* readVotes(zip: ZipTexts, people: People): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(zip, VOTES)) {
    const voter = people.get(value?.personId ?? 0);
    if (!value) yield malformed(place, "vote");
    else if (!voter) yield unknownPerson(place, "vote");
    else
      yield {
        ...place,
        kind: "vote",
        item: String(value.itemId),
        voter,
        createdAt: value.createdAt,
        exported: {
          isFollowing: value.isFollowing,
          isRecorded: value.isRecorded,
          recorder: people.get(value.recordedById ?? 0) ?? null,
        },
        mergedFrom: keyOf(value.mergedFromId),
      };
  }
}

async function* readFollows(zip: ZipTexts, people: People): AsyncGenerator<SourceRecord> {
  for await (const { place, value } of rowsOf(zip, FOLLOWS)) {
    const person = people.get(value?.personId ?? 0);
    if (!value) yield malformed(place, "follow");
    else if (!person) yield unknownPerson(place, "follow");
    else
      yield {
        ...place,
        kind: "follow",
        item: String(value.itemId),
        person,
        level: value.level,
        createdAt: value.createdAt,
        mergedFrom: keyOf(value.mergedFromId),
      };
  }
}
