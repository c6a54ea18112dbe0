import type { ExamplesOf } from "./endpoint.ts";
import { NO_COLUMNS } from "./importFields.ts";
import type { importsApi } from "./imports.ts";
import type { ImportRun } from "./importRun.ts";

const exampleColumns: ImportRun["mapping"]["columns"] = {
  ...NO_COLUMNS,
  title: 1,
  status: 2,
  vote_count: 3,
  source_id: 0,
};

const exampleChecked: ImportRun = {
  id: 3,
  source: "csv",
  fileName: "feedback.csv",
  state: "checked",
  columns: [
    { name: "id", samples: ["1", "2"] },
    { name: "title", samples: ["Dark mode", "Export"] },
    { name: "status", samples: ["In progress", "Open"] },
    { name: "votes", samples: ["12", "3"] },
  ],
  table: { encoding: "utf-8", delimiter: "," },
  mapping: { columns: exampleColumns, boardId: 5 },
  names: [
    {
      kind: "status",
      name: "In progress",
      rows: 1,
      target: "under_development",
      match: "proposed",
    },
  ],
  progress: null,
  counts: [{ kind: "item", new: 2, changed: 0, same: 0, skipped: 0 }],
  people: { total: 2, new: 1 },
  examples: [
    { kind: "item", file: null, line: 2, fate: "new", title: "Dark mode", reason: null },
    { kind: "item", file: null, line: 3, fate: "new", title: "Export", reason: null },
  ],
  skipped: [],
  problem: null,
  createdAt: "2026-03-02T09:00:00.000Z",
  finishedAt: null,
  undoableUntil: null,
};

const exampleParams = { id: exampleChecked.id };
const exampleUploaded: ImportRun = {
  ...exampleChecked,
  state: "uploaded",
  names: [],
  counts: [],
  people: null,
  examples: [],
};
const exampleAtWork = { progress: { done: 0, total: 2 } };
const exampleFinished = {
  finishedAt: "2026-03-02T09:05:00.000Z",
  undoableUntil: "2026-03-09T09:05:00.000Z",
};

export const importsExamples: ExamplesOf<typeof importsApi> = {
  uploadImport: { response: { ...exampleUploaded, ...exampleAtWork, state: "reading" } },
  fetchImportFromCanny: {
    body: { apiKey: "example-key" },
    response: {
      ...exampleUploaded,
      ...exampleAtWork,
      source: "canny",
      state: "reading",
      columns: [],
    },
  },
  listImports: { response: [{ ...exampleChecked, ...exampleFinished, state: "done" }] },
  readImport: { params: exampleParams, response: exampleChecked },
  changeImportMapping: { params: exampleParams, body: { boardId: 5 }, response: exampleUploaded },
  discardImport: { params: exampleParams },
  startImportDryRun: {
    params: exampleParams,
    response: { ...exampleUploaded, ...exampleAtWork, state: "checking" },
  },
  startImport: {
    params: exampleParams,
    response: { ...exampleChecked, ...exampleAtWork, state: "running" },
  },
  readImportAdditions: {
    params: exampleParams,
    response: {
      items: 1,
      votes: 4,
      comments: 2,
      examples: [{ id: 12, title: "Dark mode", votes: 4, comments: 2 }],
    },
  },
  undoImport: {
    params: exampleParams,
    response: {
      ...exampleChecked,
      ...exampleAtWork,
      state: "undoing",
      finishedAt: exampleFinished.finishedAt,
    },
  },
  downloadImportReport: {
    params: exampleParams,
    response: "Kind,File,Line,Result,Reason,Title,Item\r\nitem,,2,new,,Dark mode,12\r\n",
  },
};
