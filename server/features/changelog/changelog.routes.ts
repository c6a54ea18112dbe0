import { changelogApi } from "#contract/changelog.ts";
import {
  companyAdmin,
  objectAdmin,
  objectVisitor,
  portalVisitor,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeEntry, createEntry } from "./changeEntries.ts";
import { changeLabel, createLabel, removeLabel } from "./changeLabels.ts";
import { countEntryAudience } from "./countEntryAudience.ts";
import { publishEntry, removeEntry, unpublishEntry } from "./publishEntry.ts";
import {
  readLabels,
  listEntriesPage,
  listLinkable,
  readEntry,
  readEntryBySlug,
} from "./readEntries.ts";

export const changelogRoutes = [
  route(changelogApi.list, portalVisitor, listEntriesPage),
  route(changelogApi.get, objectVisitor, readEntry),
  route(changelogApi.getBySlug, objectVisitor, readEntryBySlug),
  route(changelogApi.create, companyAdmin, createEntry),
  route(changelogApi.update, objectAdmin, changeEntry),
  route(changelogApi.remove, objectAdmin, removeEntry),
  route(changelogApi.publish, objectAdmin, publishEntry),
  route(changelogApi.unpublish, objectAdmin, unpublishEntry),
  route(changelogApi.audience, objectAdmin, countEntryAudience),
  route(changelogApi.linkable, companyAdmin, listLinkable),
  route(changelogApi.listLabels, portalVisitor, readLabels),
  route(changelogApi.createLabel, companyAdmin, createLabel),
  route(changelogApi.updateLabel, objectAdmin, changeLabel),
  route(changelogApi.removeLabel, objectAdmin, removeLabel),
];
