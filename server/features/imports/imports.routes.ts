import { importsApi } from "#contract/imports.ts";
import { companyAdmin, objectAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  changeImportMapping,
  discardImport,
  startImport,
  startImportDryRun,
  undoImport,
} from "./changeImport.ts";
import {
  downloadImportReport,
  listImports,
  readImport,
  readImportAdditions,
} from "./readImports.ts";
import { fetchImportFromCanny, uploadImport, importUploadLimit } from "./uploadImport.ts";

export const importsRoutes = [
  route(importsApi.create, companyAdmin, uploadImport, importUploadLimit),
  route(importsApi.fetchCanny, companyAdmin, fetchImportFromCanny, importUploadLimit),
  route(importsApi.list, companyAdmin, listImports),
  route(importsApi.get, objectAdmin, readImport),
  route(importsApi.update, objectAdmin, changeImportMapping),
  route(importsApi.discard, objectAdmin, discardImport),
  route(importsApi.dryRun, objectAdmin, startImportDryRun),
  route(importsApi.run, objectAdmin, startImport),
  route(importsApi.additions, objectAdmin, readImportAdditions),
  route(importsApi.undo, objectAdmin, undoImport),
  route(importsApi.report, objectAdmin, downloadImportReport),
];
