import { exportsApi } from "#contract/exports.ts";
import {
  companyAdmin,
  confirmedAdmin,
  confirmedObjectAdmin,
  objectAdmin,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { createExport, exportLimit } from "./createExport.ts";
import { downloadExport, exportDownloadLimit } from "./downloadExport.ts";
import { listExports, readExport } from "./readExports.ts";

export const exportsRoutes = [
  route(exportsApi.list, companyAdmin, listExports),
  route(exportsApi.create, confirmedAdmin, createExport, exportLimit),
  route(exportsApi.get, objectAdmin, readExport),
  route(exportsApi.download, confirmedObjectAdmin, downloadExport, exportDownloadLimit),
];
