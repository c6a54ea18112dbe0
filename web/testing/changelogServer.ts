import type { ChangelogEntry, ChangelogLabel, LinkedItem } from "#contract/changelog.ts";
import { changelogApi, ENTRY_CHANGED } from "#contract/changelog.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { SettingsData } from "./settingsServer.ts";
import { settingsData, settingsServer } from "./settingsServer.ts";
import { daysAgo } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";
import { Refusal } from "./ScriptedServer.ts";
import { pageOf } from "./fixtures.ts";

/** The data of Acme's host with its changelog. */
export interface ChangelogData extends SettingsData {
  entries: ChangelogEntry[];
  labels: ChangelogLabel[];
  /** The items that were completed and that no entry links. */
  completed: LinkedItem[];
}

export const aLabel = (id: number, name: string): ChangelogLabel => ({
  id,
  name,
  color: "#2f9e44",
});

export function aLinkedItem(changes: Partial<LinkedItem> = {}): LinkedItem {
  return {
    id: 31,
    title: "Dark mode",
    description: "Said by a test.",
    status: "planned",
    state: "open",
    votes: 3,
    boardId: 21,
    isPrivate: false,
    createdAt: daysAgo(9),
    ...changes,
  };
}

export function anEntry(changes: Partial<ChangelogEntry> = {}): ChangelogEntry {
  return {
    id: 5,
    title: "Night shift",
    slug: "night-shift",
    body: "It is dark now.",
    bodyFormat: "plain",
    version: null,
    coverUrl: null,
    coverAlt: null,
    state: "draft",
    publishAt: null,
    labels: [],
    items: [],
    createdAt: daysAgo(2),
    updatedAt: daysAgo(1),
    editing: {
      revision: 1,
      editedBy: { id: 12, fullName: "Alex Admin", pictureUrl: null },
      tell: [],
      completeItems: false,
      wasPublished: false,
    },
    ...changes,
  };
}

export function changelogData(data: Partial<ChangelogData> = {}): ChangelogData {
  const labels = [aLabel(1, "New"), aLabel(2, "Fixed")];
  return { ...settingsData(), entries: [anEntry()], labels, completed: [], ...data };
}

/** Creates a scripted host of Acme on which admins write changelog entries. */
export function changelogServer(data: ChangelogData): ScriptedServer {
  const find = (id: number) => {
    const entry = data.entries.find((each) => each.id === id);
    if (!entry) throw new Refusal(404, "Changelog entry not found");
    return entry;
  };
  const items = () => [...data.completed, ...data.entries.flatMap((entry) => entry.items)];
  return settingsServer(data)
    .respond(changelogApi.list, ({ query: { state } }) =>
      pageOf(data.entries.filter((entry) => !state || entry.state === state)),
    )
    .respond(changelogApi.get, ({ params }) => find(params.id))
    .respond(changelogApi.listLabels, () => data.labels)
    .respond(changelogApi.linkable, () =>
      data.completed.map((item) => ({
        ...item,
        entry: null,
        completedAt: daysAgo(1),
        isNew: true,
      })),
    )
    .respond(feedbackApi.list, () => pageOf([]))
    .respond(changelogApi.create, ({ body }) => {
      const { title, itemIds = [] } = body;
      const linked = items().filter(({ id }) => itemIds.includes(id));
      const entry = anEntry({ id: 6, title, body: "", items: linked });
      data.entries.unshift(entry);
      return entry;
    })
    .respond(changelogApi.update, ({ params, body }) => {
      const entry = find(params.id);
      if (entry.editing?.revision !== body.revision) throw new Refusal(409, ENTRY_CHANGED);
      const { itemIds, labelIds, revision, ...fields } = body;
      Object.assign(entry, fields, {
        title: (fields.title ?? entry.title).trim(),
        ...(itemIds && { items: items().filter(({ id }) => itemIds.includes(id)) }),
        ...(labelIds && { labels: data.labels.filter(({ id }) => labelIds.includes(id)) }),
        editing: { ...entry.editing, revision: revision + 1 },
      });
      return { ...entry };
    })
    .respond(changelogApi.audience, () => ({ followers: 412, subscribers: 1203 }))
    .respond(changelogApi.publish, ({ params, body: { at } }) => {
      const entry = find(params.id);
      const state = at === null ? "published" : "scheduled";
      return Object.assign(entry, { state, publishAt: at ?? daysAgo(0) });
    })
    .respond(changelogApi.unpublish, ({ params }) =>
      Object.assign(find(params.id), { state: "draft", publishAt: null }),
    )
    .respond(changelogApi.remove, ({ params }) => {
      data.entries = data.entries.filter(({ id }) => id !== params.id);
      return { undoToken: "undo" };
    });
}
