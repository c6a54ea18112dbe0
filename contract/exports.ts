import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idParam, timestamp } from "./fields.ts";

/**
 * The number of finished or failed exports that are kept when a new export is requested. Older
 * exports then expire and are deleted with their files.
 */
export const STORED_EXPORTS = 3;

export const EXPORT_STATES = ["running", "ready", "failed"] as const;

/** An export of a company's data. */
export const Export = z.object({
  id: z.number(),
  /** `ready`: the file can be downloaded until `expiresAt`. */
  state: z.enum(EXPORT_STATES),
  /**
   * The name or e-mail address of the admin who requested the export; null if the provider made the
   * export, or if the admin's account was deleted.
   */
  requestedBy: z.nullable(z.string()),
  /** The number of rows that have been exported so far. */
  rowsDone: z.number(),
  /**
   * The number of rows to export. While the export runs, this number does not include accounts of
   * other companies.
   */
  rowsTotal: z.number(),
  /** The approximate number of bytes of the file that have been written so far. */
  size: z.number(),
  /** Why the export failed, as a text for users. */
  problem: z.nullable(z.string()),
  createdAt: timestamp,
  /** When the export is deleted with its file; null while it is running. */
  expiresAt: z.nullable(timestamp),
});
export type Export = z.output<typeof Export>;

/** The bytes of the ZIP file (docs/exporting.md). */
export const ExportFile = z.string();

const exportId = z.object({ id: idParam });
const notFound = "Export not found";

export const exportsApi = {
  list: endpoint({
    operationId: "listExports",
    method: "GET",
    path: "/api/exports",
    summary: "The company's exports of the last day, newest first.",
    response: z.array(Export),
    status: 200,
  }),
  create: endpoint({
    operationId: "createExport",
    method: "POST",
    path: "/api/exports",
    summary:
      "Starts an export of everything that the company has. Poll it until its state is `ready`. Of earlier exports, only the newest are kept.",
    response: Export,
    status: 201,
    withoutInvalidation: true,
    errors: {
      403: [CONFIRM_EMAIL_FIRST],
      409: ["An export is already running. Wait until it is finished."],
    },
  }),
  get: endpoint({
    operationId: "readExport",
    method: "GET",
    path: "/api/exports/:id",
    summary: "One export with its progress.",
    params: exportId,
    response: Export,
    status: 200,
    notFound,
  }),
  download: endpoint({
    operationId: "downloadExport",
    method: "GET",
    path: "/api/exports/:id/file",
    summary:
      "The export as a ZIP file: CSV for people and JSON Lines for programs. The file `schema.json` in it describes the records.",
    params: exportId,
    response: ExportFile,
    status: 200,
    download: "export.zip",
    zip: true,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: ["This export has no file"] },
  }),
} as const;

const exampleReady: Export = {
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

const exampleStarted: Export = {
  ...exampleReady,
  state: "running",
  rowsDone: 0,
  rowsTotal: 0,
  size: 0,
  expiresAt: null,
};

const exampleParams = { id: exampleReady.id };

export const exportsExamples: ExamplesOf<typeof exportsApi> = {
  listExports: { response: [exampleReady] },
  createExport: { response: exampleStarted },
  readExport: { params: exampleParams, response: exampleReady },
  downloadExport: { params: exampleParams, response: "The bytes of a ZIP file" },
};
