import type { changelogApi, ChangelogEntry, LinkedItem } from "./changelog.ts";
import type { ExamplesOf } from "./endpoint.ts";
import { exampleUndoToken } from "./fields.ts";

const exampleLabel = { id: 7, name: "New", color: "#2f9e44" };

const exampleItem: LinkedItem = {
  id: 118,
  title: "Dark mode",
  description: "Please let the app follow the phone's dark mode.",
  status: "complete",
  state: "open",
  votes: 17,
  boardId: 3,
  isPrivate: false,
  createdAt: "2026-05-05T14:20:00.000Z",
};

export const exampleEntry: ChangelogEntry = {
  id: 31,
  title: "Dark mode is here",
  slug: "dark-mode-is-here",
  body: "The app now follows the setting of your device.",
  bodyFormat: "plain",
  version: "2.4.0",
  coverUrl: null,
  coverAlt: null,
  state: "published",
  publishAt: "2026-06-01T07:00:00.000Z",
  labels: [exampleLabel],
  items: [exampleItem],
  createdAt: "2026-05-28T09:12:00.000Z",
  updatedAt: "2026-05-29T15:40:00.000Z",
  editing: null,
};

const draft: ChangelogEntry = {
  ...exampleEntry,
  state: "draft",
  publishAt: null,
  editing: {
    revision: 4,
    editedBy: { id: 12, fullName: "Priya Raman", pictureUrl: null },
    tell: [],
    completeItems: false,
    wasPublished: false,
  },
};

const params = { id: exampleEntry.id };

export const changelogExamples: ExamplesOf<typeof changelogApi> = {
  listEntries: { query: { label: "7" }, response: [exampleEntry] },
  readEntry: { params, response: exampleEntry },
  readEntryBySlug: { params: { slug: exampleEntry.slug }, response: exampleEntry },
  createEntry: {
    body: {
      title: draft.title,
      body: draft.body,
      version: "2.4.0",
      labelIds: [exampleLabel.id],
      itemIds: [exampleItem.id],
    },
    response: draft,
  },
  changeEntry: {
    params,
    body: { title: draft.title, revision: 3 },
    response: draft,
  },
  removeEntry: { params, response: { undoToken: exampleUndoToken } },
  publishEntry: {
    params,
    body: { at: null, tell: ["followers", "subscribers"], completeItems: true },
    response: exampleEntry,
  },
  unpublishEntry: { params, response: draft },
  countEntryAudience: { params, response: { followers: 412, subscribers: 1203 } },
  listLinkable: {
    response: [
      { ...exampleItem, entry: null, completedAt: "2026-05-27T11:00:00.000Z", isNew: true },
    ],
  },
  readLabels: { response: [exampleLabel] },
  createLabel: {
    body: { name: exampleLabel.name, color: exampleLabel.color },
    response: exampleLabel,
  },
  changeLabel: {
    params: { id: exampleLabel.id },
    body: { name: exampleLabel.name, color: exampleLabel.color },
    response: exampleLabel,
  },
  removeLabel: { params: { id: exampleLabel.id } },
};
