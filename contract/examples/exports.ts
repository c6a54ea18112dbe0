import type { Export, exportsApi } from "../exports.ts";
import type { ExamplesOf } from "./example.ts";

const ready: Export = {
  id: 4,
  state: "ready",
  requestedBy: "Alex Admin",
  rowsDone: 4821,
  rowsTotal: 4821,
  size: 512_604,
  problem: null,
  createdAt: "2026-03-02T09:00:00.000Z",
  expiresAt: "2026-03-03T09:00:04.000Z",
};

const started: Export = {
  ...ready,
  state: "running",
  rowsDone: 0,
  rowsTotal: 0,
  size: 0,
  expiresAt: null,
};

const params = { id: ready.id };

export const exportsExamples: ExamplesOf<typeof exportsApi> = {
  listExports: { response: [ready] },
  createExport: { response: started },
  readExport: { params, response: ready },
  downloadExport: { params, response: "The bytes of a ZIP file" },
};
