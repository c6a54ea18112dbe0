import type { ExportRecordFile } from "#contract/exportFormat.ts";
import { EXPORT_RECORDS } from "#contract/exportFormat.ts";
import type { ValueOf } from "#server/features/imports/sources/hearbackRows.ts";

type Files = ReadonlyMap<string, Buffer>;

function rowsOf<File extends ExportRecordFile>(files: Files, file: File): ValueOf<File>[] {
  const lines = (files.get(file)?.toString() ?? "").split("\n").slice(0, -1);
  return lines.map((line) => EXPORT_RECORDS[file].parse(JSON.parse(line)) as ValueOf<File>);
}

/**
 * Returns what an export contains, with the names of people, boards, topics and items instead of
 * ids. Leaves out what docs/importing.md "Hearback" says that an import does not bring.
 */
export function exportedContents(files: Files): Record<string, unknown> {
  const people = namesOf(
    rowsOf(files, "data/people.jsonl"),
    ({ username, fullName }) => `${fullName ?? ""} <${username}>`,
  );
  const items = rowsOf(files, "data/items.jsonl");
  const titles = namesOf(items, ({ title }) => title);
  const ordered = rowsOf(files, "data/boards.jsonl").toSorted(
    (one, other) => one.orderIndex - other.orderIndex || one.id - other.id,
  );
  const slugs = namesOf(ordered, ({ slug }) => slug);
  const topics = rowsOf(files, "data/board-categories.jsonl");
  const topicNames = namesOf(topics, ({ name }) => name);
  const [company] = rowsOf(files, "data/company.jsonl");
  const logo = company?.logo && { ...company.logo, content: files.get(company.logo.file) };
  return {
    company: { ...company, logo, subdomain: null, customDomain: null, createdAt: null },
    boards: ordered.map(({ name, slug, description, isPrivate }) => {
      return { name, slug, description, isPrivate };
    }),
    topics: topics.map(({ name }) => name).toSorted(),
    items: sorted(
      items.map(({ id: _, boardId, boardCategoryId, authorId, assigneeId, merged, ...item }) => ({
        ...item,
        board: slugs(boardId),
        topic: topicNames(boardCategoryId),
        author: people(authorId),
        assignee: people(assigneeId),
        merged: merged && { into: titles(merged.intoId), at: merged.mergedAt },
      })),
    ),
    // The order of comments and status changes is a part of the contents of an item.
    comments: byItem(
      rowsOf(files, "data/comments.jsonl").map(
        ({ id: _, itemId, authorId, mergedFromId, ...comment }) => ({
          ...comment,
          item: titles(itemId),
          author: people(authorId),
          mergedFrom: titles(mergedFromId),
        }),
      ),
    ),
    statusChanges: byItem(
      rowsOf(files, "data/status-changes.jsonl").map(({ id: _, itemId, personId, ...change }) => ({
        ...change,
        item: titles(itemId),
        person: people(personId),
      })),
    ),
    votes: sorted(
      rowsOf(files, "data/votes.jsonl").map(
        ({ itemId, personId, recordedById, mergedFromId, ...vote }) => ({
          ...vote,
          item: titles(itemId),
          person: people(personId),
          recordedBy: people(recordedById),
          mergedFrom: titles(mergedFromId),
        }),
      ),
    ),
    follows: sorted(
      rowsOf(files, "data/follows.jsonl").map(({ itemId, personId, mergedFromId, ...follow }) => ({
        ...follow,
        item: titles(itemId),
        person: people(personId),
        mergedFrom: titles(mergedFromId),
      })),
    ),
  };
}

/** Returns a function that finds the name of a record by its id. */
function namesOf<Row extends { id: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): (id: number | null) => string | null {
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  return (id) => (id === null ? null : (names.get(id) ?? "missing"));
}

const sorted = (rows: readonly object[]) =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

function byItem(rows: readonly { item: string | null }[]): Record<string, object[]> {
  const groups = Map.groupBy(rows, ({ item }) => item ?? "");
  return Object.fromEntries([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
