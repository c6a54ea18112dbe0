import type { Board } from "#contract/boards.ts";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { changelogApi } from "#contract/changelog.ts";
import { changelogSubscribersApi } from "#contract/changelogSubscribers.ts";
import type { TimelinePart } from "#contract/changelogTimeline.ts";
import { changelogTimelineApi } from "#contract/changelogTimeline.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { pageOf } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

interface ChangelogData {
  boards: Board[];
  items: FeedbackDetail[];
  /** Published entries, newest first. */
  entries?: ChangelogEntry[] | undefined;
}

/** Scripts what the changelog's pages read. */
export function respondToChangelog(server: ScriptedServer, data: ChangelogData) {
  return server
    .respond(changelogTimelineApi.list, ({ query }) => pageOf(timelineOf(data, query)))
    .respond(changelogTimelineApi.months, [])
    .respond(changelogApi.listLabels, () => [
      ...new Map(
        (data.entries ?? []).flatMap(({ labels }) => labels).map((each) => [each.id, each]),
      ).values(),
    ])
    .respond(changelogSubscribersApi.read, { isSubscribed: false });
}

/** The entries, and the completed items that no entry links. A label or a search finds entries. */
function timelineOf(
  { boards, items, entries = [] }: ChangelogData,
  { label, search }: { label?: number; search?: string },
): TimelinePart[] {
  const found = entries.filter(
    ({ title, labels }) =>
      (label === undefined || labels.some(({ id }) => id === label)) &&
      title.toLowerCase().includes((search ?? "").toLowerCase()),
  );
  const linked = new Set(entries.flatMap((entry) => entry.items.map(({ id }) => id)));
  const isPrivate = new Map(boards.map((board) => [board.id, board.isPrivate]));
  const own = items.filter(({ id, status }) => status === "complete" && !linked.has(id));
  return [
    ...found.map((entry) => ({ entry, item: null })),
    ...(label === undefined && search === undefined ? own : []).map((item) => ({
      entry: null,
      item: {
        ...item,
        isPrivate: isPrivate.get(item.boardId) ?? false,
        completionNote: item.completionNote ?? null,
        completionNoteFormat: item.completionNoteFormat ?? "plain",
      },
    })),
  ];
}
