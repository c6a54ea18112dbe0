import { NO_COLUMNS } from "../importFields.ts";
import type { importsApi, ImportRun } from "../imports.ts";
import type { ExamplesOf } from "./example.ts";

const columns: ImportRun["mapping"]["columns"] = {
  ...NO_COLUMNS,
  title: 1,
  status: 2,
  vote_count: 3,
  source_id: 0,
};

const checked: ImportRun = {
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
  mapping: { columns, boardId: 5 },
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

const params = { id: checked.id };
const uploaded: ImportRun = {
  ...checked,
  state: "uploaded",
  names: [],
  counts: [],
  people: null,
  examples: [],
};
const atWork = { progress: { done: 0, total: 2 } };
const finished = {
  finishedAt: "2026-03-02T09:05:00.000Z",
  undoableUntil: "2026-03-09T09:05:00.000Z",
};

export const importsExamples: ExamplesOf<typeof importsApi> = {
  uploadImport: { response: { ...uploaded, ...atWork, state: "reading" } },
  fetchImportFromCanny: {
    body: { apiKey: "example-key" },
    response: { ...uploaded, ...atWork, source: "canny", state: "reading", columns: [] },
  },
  listImports: { response: [{ ...checked, ...finished, state: "done" }] },
  readImport: { params, response: checked },
  changeImportMapping: { params, body: { boardId: 5 }, response: uploaded },
  discardImport: { params },
  startImportDryRun: { params, response: { ...uploaded, ...atWork, state: "checking" } },
  startImport: { params, response: { ...checked, ...atWork, state: "running" } },
  readImportAdditions: {
    params,
    response: {
      items: 1,
      votes: 4,
      comments: 2,
      examples: [{ id: 12, title: "Dark mode", votes: 4, comments: 2 }],
    },
  },
  undoImport: {
    params,
    response: { ...checked, ...atWork, state: "undoing", finishedAt: finished.finishedAt },
  },
  downloadImportReport: {
    params,
    response: "Kind,File,Line,Result,Reason,Title,Item\r\nitem,,2,new,,Dark mode,12\r\n",
  },
};
