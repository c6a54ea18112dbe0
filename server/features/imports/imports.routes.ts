import { importedPostsApi } from "#contract/importedPosts.ts";
import { importsApi } from "#contract/imports.ts";
import {
  companyAdmin,
  confirmedAdmin,
  confirmedObjectAdmin,
  objectAdmin,
  objectUser,
  signedIn,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  changeImportMapping,
  discardImport,
  startImport,
  startImportDryRun,
  undoImport,
} from "./changeImport.ts";
import { disownImported, listOwnImportedPosts, takeBackDisowned } from "./disownImported.ts";
import {
  downloadImportReport,
  listImports,
  readImport,
  readImportAdditions,
} from "./readImports.ts";
import { fetchImportFromCanny, uploadImport, importUploadLimit } from "./uploadImport.ts";

export const importsRoutes = [
  route(importsApi.create, confirmedAdmin, uploadImport, importUploadLimit),
  route(importsApi.fetchCanny, confirmedAdmin, fetchImportFromCanny, importUploadLimit),
  route(importsApi.list, companyAdmin, listImports),
  route(importsApi.get, objectAdmin, readImport),
  route(importsApi.update, confirmedObjectAdmin, changeImportMapping),
  route(importsApi.discard, confirmedObjectAdmin, discardImport),
  route(importsApi.dryRun, confirmedObjectAdmin, startImportDryRun),
  route(importsApi.run, confirmedObjectAdmin, startImport),
  route(importsApi.additions, objectAdmin, readImportAdditions),
  route(importsApi.undo, confirmedObjectAdmin, undoImport),
  route(importedPostsApi.list, signedIn, listOwnImportedPosts),
  route(importedPostsApi.disown, objectUser, disownImported),
  route(importedPostsApi.takeBack, objectUser, takeBackDisowned),
  route(importsApi.report, confirmedObjectAdmin, downloadImportReport),
];
