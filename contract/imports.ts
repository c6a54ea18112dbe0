import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idParam, line } from "./fields.ts";
import { ImportAdditions } from "./importAdditions.ts";
import { IMPORT_MAX_BYTES } from "./importFormats.ts";
import { ImportMappingChange } from "./importMapping.ts";
import { ImportRun } from "./importRun.ts";
import { DEFAULT_IMPORT_MEGABYTES, importQuotaMessage } from "./quotas.ts";

/** The text of the report: RFC 4180, UTF-8 with a byte order mark. */
export const ImportReport = z.string();

/** Messages of the 409 for a call that the state of the import does not allow. */
export const IMPORT_CONFLICTS = {
  unfinished: "Another import is not finished",
  replaced: "No part of this file arrived for five minutes, and another upload has begun",
  busy: "This import is at work",
  finished: "This import has already run",
  notChecked: "Make a dry run first",
  noTitle: "Choose the column of the title first",
  noBoard: "Choose a board first",
  notUndoable: "This import can no longer be undone",
  laterRun: "Undo the later import first",
} as const;

const { unfinished, busy, finished, notChecked, noTitle, noBoard, notUndoable, laterRun } =
  IMPORT_CONFLICTS;

const QUOTA_REACHED = importQuotaMessage(DEFAULT_IMPORT_MEGABYTES);

const [params, notFound] = [z.object({ id: idParam }), "Import not found"];

/** The body of POST /api/imports/canny. */
export const CannyAccess = z.object({ apiKey: line("API key", 1, 200) });

export const importsApi = {
  create: endpoint({
    operationId: "uploadImport",
    method: "POST",
    path: "/api/imports",
    summary:
      "Uploads a file of up to 500 MB and two million records in the multipart field 'file', after the field 'source'.",
    uploadStream: { field: "file", textField: "source", maxBytes: IMPORT_MAX_BYTES },
    response: ImportRun,
    status: 201,
    errors: {
      403: [CONFIRM_EMAIL_FIRST],
      409: [unfinished, IMPORT_CONFLICTS.replaced, QUOTA_REACHED],
    },
  }),
  fetchCanny: endpoint({
    operationId: "fetchImportFromCanny",
    method: "POST",
    path: "/api/imports/canny",
    summary: "Starts an import that reads a company's feedback from Canny with an API key.",
    body: CannyAccess,
    response: ImportRun,
    status: 201,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [unfinished, QUOTA_REACHED] },
  }),
  list: endpoint({
    operationId: "listImports",
    method: "GET",
    path: "/api/imports",
    summary: "The company's last 20 imports, newest first.",
    response: z.array(ImportRun),
    status: 200,
  }),
  get: endpoint({
    operationId: "readImport",
    method: "GET",
    path: "/api/imports/:id",
    summary: "An import with its progress.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
  }),
  update: endpoint({
    operationId: "changeImportMapping",
    method: "PATCH",
    path: "/api/imports/:id",
    summary: "Chooses what columns and names of the file stand for. A dry run must follow.",
    params,
    body: ImportMappingChange,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished] },
  }),
  discard: endpoint({
    operationId: "discardImport",
    method: "DELETE",
    path: "/api/imports/:id",
    summary: "Deletes the file of an import that has not run.",
    params,
    response: z.undefined(),
    status: 204,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished] },
  }),
  dryRun: endpoint({
    operationId: "startImportDryRun",
    method: "POST",
    path: "/api/imports/:id/dry-run",
    summary: "Starts the dry run, which finds out what becomes of each row and changes no item.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished, noTitle, noBoard] },
  }),
  run: endpoint({
    operationId: "startImport",
    method: "POST",
    path: "/api/imports/:id/run",
    summary: "Starts the run, which does what the dry run has reported. It notifies nobody.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished, notChecked] },
  }),
  additions: endpoint({
    operationId: "readImportAdditions",
    method: "GET",
    path: "/api/imports/:id/additions",
    summary: "What people have added to the import's items, which an undo would delete.",
    params,
    response: ImportAdditions,
    status: 200,
    notFound,
  }),
  undo: endpoint({
    operationId: "undoImport",
    method: "POST",
    path: "/api/imports/:id/undo",
    summary: "Starts to undo the company's last import, within seven days after its run.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [unfinished, notUndoable, laterRun] },
  }),
  report: endpoint({
    operationId: "downloadImportReport",
    method: "GET",
    path: "/api/imports/:id/report.csv",
    summary: "What becomes of each row, with the reason, as a CSV file.",
    params,
    response: ImportReport,
    status: 200,
    download: "import-report.csv",
    csv: true,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
} as const;
