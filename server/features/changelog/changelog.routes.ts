import { changelogApi } from "#contract/changelog.ts";
import { objectVisitor, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listAllLabels, listEntriesPage, readEntry, readEntryBySlug } from "./readEntries.ts";

export const changelogRoutes = [
  route(changelogApi.list, portalVisitor, listEntriesPage),
  route(changelogApi.get, objectVisitor, readEntry),
  route(changelogApi.getBySlug, objectVisitor, readEntryBySlug),
  route(changelogApi.listLabels, portalVisitor, listAllLabels),
];
