import type { ExportedComment, ExportedItem } from "#contract/exportFormat.ts";
import type { FeedbackField } from "#contract/feedbackFields.ts";
import { csvValue, describeField, FEEDBACK_FIELD_NAMES } from "#contract/feedbackFields.ts";
import type { TextFormat } from "#contract/textFormat.ts";
import { exportManifest, exportSchemaFile } from "./describeExport.ts";
import { addMembers, exportCompany } from "./exportCompany.ts";
import type { ExportProgress } from "./exportProgress.ts";
import type { CommentRow, ItemRow, VoteRow } from "./exportedRows.queries.ts";
import {
  listExportedBoards,
  listExportedCategories,
  listExportedChanges,
  listExportedComments,
  listExportedEntries,
  listExportedFollows,
  listExportedItems,
  listExportedPeople,
  listExportedViews,
  listExportedVotes,
  listExportedWebhooks,
} from "./exportedRows.queries.ts";
import type { CsvFile, ExportStep } from "./exportStep.ts";
import { exportRows } from "./exportStep.ts";

/** The maximum numbers of rows in one slice. The texts of a slice take at most about 10 MB. */
const ITEMS = 200;
const COMMENTS = 500;
const ROWS = 2_500;

const idOf = ({ id }: { id: number }): [number, number] => [id, 0];
const pairOf = (row: { itemId: number; personId: number }): [number, number] => [
  row.itemId,
  row.personId,
];

const VOTES_CSV: CsvFile<VoteRow> = {
  file: "votes.csv",
  columns: [
    ["Item ID", ({ itemId }) => itemId],
    ["Item", ({ title }) => title],
    ["Name", ({ personId }, nameOf) => nameOf(personId)?.fullName ?? null],
    ["Address", ({ personId }, nameOf) => nameOf(personId)?.username ?? null],
    ["Recorded by", ({ recordedById }, nameOf) => nameOf(recordedById)?.username ?? null],
    ["Created", ({ createdAt }) => createdAt],
  ],
};

const COMMENTS_CSV: CsvFile<CommentRow> = {
  file: "comments.csv",
  columns: [
    ["ID", ({ id }) => id],
    ["Item ID", ({ itemId }) => itemId],
    ["Item", ({ title }) => title],
    ["Name", ({ authorId }, nameOf) => nameOf(authorId)?.fullName ?? null],
    ["Address", ({ authorId }, nameOf) => nameOf(authorId)?.username ?? null],
    ["Visibility", ({ visibility }) => visibility],
    ["Comment", ({ content }) => content],
    ["Created", ({ createdAt }) => createdAt],
  ],
};

/** The columns of items.csv that are not in `FEEDBACK_FIELDS`, after the field that they follow. */
const FURTHER_COLUMNS: Partial<Record<FeedbackField, CsvFile<ItemRow>["columns"]>> = {
  boardCategoryId: [
    ["Name", ({ authorId }, nameOf) => nameOf(authorId)?.fullName ?? null],
    ["Address", ({ authorId }, nameOf) => nameOf(authorId)?.username ?? null],
  ],
  commentsCount: [
    ["Closed", ({ closedAt }) => closedAt],
    ["Closed because", ({ closeReason }) => closeReason],
    ["Closing note", ({ closeNote }) => closeNote],
    ["Merged into", ({ mergedIntoId }) => mergedIntoId],
  ],
};

const fieldColumn = (field: FeedbackField): CsvFile<ItemRow>["columns"][number] => [
  describeField(field).label,
  (row, nameOf) =>
    csvValue(field, row[field], {
      board: () => row.boardName,
      boardCategory: () => row.topic,
      member: (id) => nameOf(id)?.username ?? null,
    }),
];

const ITEMS_CSV: CsvFile<ItemRow> = {
  file: "items.csv",
  columns: FEEDBACK_FIELD_NAMES.flatMap((field) =>
    [fieldColumn(field)].concat(FURTHER_COLUMNS[field] ?? []),
  ),
};

function presentItem(row: ItemRow): ExportedItem {
  const { boardName: _, topic: __, commentsCount: ___, ...stored } = row;
  const { closedAt, closeReason, closeNote, mergedAt, mergedIntoId, ...rest } = stored;
  const { closeNoteMarkdown, descriptionMarkdown, ...item } = rest;
  const note = {
    note: closeNoteMarkdown ?? closeNote,
    noteFormat: formatOf(closeNoteMarkdown),
  };
  return {
    ...item,
    description: descriptionMarkdown ?? item.description,
    descriptionFormat: formatOf(descriptionMarkdown),
    closed: closedAt && closeReason ? { reason: closeReason, ...note, closedAt } : null,
    merged: mergedAt && mergedIntoId ? { intoId: mergedIntoId, mergedAt } : null,
  };
}

const formatOf = (markdown: string | null): TextFormat =>
  markdown === null ? "plain" : "markdown";

function presentComment(row: CommentRow): ExportedComment {
  const { title: _, contentMarkdown, ...comment } = row;
  const content = contentMarkdown ?? comment.content;
  return { ...comment, content, contentFormat: formatOf(contentMarkdown) };
}

/** Removes the title of the item, which only the CSV file contains. */
function withoutTitle<Row extends { title: string }>(row: Row): Omit<Row, "title"> {
  const { title: _, ...record } = row;
  return record;
}

/**
 * The steps of an export in the order in which they run. If records of one file refer to records of
 * another file, the file with the references is read first. Every referenced record is therefore
 * exported, unless it is deleted while the export runs. `ExportProgress` stores the names of the
 * steps. A later version of the program can continue an export, so the names must not change.
 */
export const EXPORT_STEPS: Readonly<Record<string, ExportStep>> = {
  changelogEntries: exportRows({
    file: "data/changelog-entries.jsonl",
    rows: ITEMS,
    list: listExportedEntries,
    keyOf: idOf,
    recordOf: (row) => row,
  }),
  webhooks: exportRows({
    file: "data/webhooks.jsonl",
    rows: ROWS,
    list: listExportedWebhooks,
    keyOf: idOf,
    recordOf: (row) => row,
  }),
  savedViews: exportRows({
    file: "data/saved-views.jsonl",
    rows: ROWS,
    list: listExportedViews,
    keyOf: idOf,
    peopleOf: ({ assigneeId }) => [assigneeId],
    recordOf: ({ id, name, filters, createdAt }) => ({ id, name, filters, createdAt }),
  }),
  statusChanges: exportRows({
    file: "data/status-changes.jsonl",
    rows: ROWS,
    list: listExportedChanges,
    keyOf: idOf,
    peopleOf: ({ personId }) => [personId],
    recordOf: (row) => row,
  }),
  follows: exportRows({
    file: "data/follows.jsonl",
    rows: ROWS,
    list: listExportedFollows,
    keyOf: pairOf,
    peopleOf: ({ personId }) => [personId],
    recordOf: (row) => row,
  }),
  votes: exportRows({
    file: "data/votes.jsonl",
    rows: ROWS,
    list: listExportedVotes,
    keyOf: pairOf,
    peopleOf: ({ personId, recordedById }) => [personId, recordedById],
    recordOf: withoutTitle,
    csv: VOTES_CSV,
  }),
  comments: exportRows({
    file: "data/comments.jsonl",
    rows: COMMENTS,
    list: listExportedComments,
    keyOf: idOf,
    peopleOf: ({ authorId }) => [authorId],
    recordOf: presentComment,
    csv: COMMENTS_CSV,
  }),
  items: exportRows({
    file: "data/items.jsonl",
    rows: ITEMS,
    list: listExportedItems,
    keyOf: idOf,
    peopleOf: ({ authorId, assigneeId }) => [authorId, assigneeId],
    recordOf: presentItem,
    csv: ITEMS_CSV,
  }),
  boardCategories: exportRows({
    file: "data/board-categories.jsonl",
    rows: ROWS,
    list: listExportedCategories,
    keyOf: idOf,
    recordOf: (row) => row,
  }),
  boards: exportRows({
    file: "data/boards.jsonl",
    rows: ROWS,
    list: listExportedBoards,
    keyOf: idOf,
    recordOf: (row) => row,
  }),
  company: exportCompany,
  members: addMembers,
  people: exportRows({
    file: "data/people.jsonl",
    rows: ROWS,
    list: listExportedPeople,
    asSystem: true,
    keyOf: idOf,
    recordOf: (row) => row,
    csv: {
      file: "people.csv",
      columns: [
        ["ID", ({ id }) => id],
        ["Name", ({ fullName }) => fullName],
        ["Address", ({ username }) => username],
        ["Role", ({ role }) => role],
        ["Created", ({ createdAt }) => createdAt],
      ],
    },
  }),
  schema: exportSchemaFile,
  manifest: exportManifest,
};

export const START: ExportProgress = { step: "changelogEntries", after: null, files: {} };
