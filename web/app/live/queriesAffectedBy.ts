import type { QueryKey } from "@tanstack/react-query";
import type { ReadPath } from "#contract/api.ts";
import type { LiveEvent } from "#contract/events.ts";
import { AFFECTED } from "#web/app/api/affectedQueries.ts";

/** What an event without details can mean. */
const ANYTHING: readonly ReadPath[] = [
  ...AFFECTED.item,
  ...AFFECTED.views,
  ...AFFECTED.members,
  ...AFFECTED.moderation,
  ...AFFECTED.notifications,
];

/** Returns prefixes of the keys of the queries that a live event affects. */
export function queriesAffectedBy(event: LiveEvent): QueryKey[] {
  return affectedPaths(event).map((path) => {
    if (!("feedbackId" in event)) return [path];
    const id = path.startsWith("/api/feedback/:id") ? { id: event.feedbackId } : undefined;
    const params = path.includes(":boardId") ? { boardId: event.boardId } : id;
    return params ? [path, { params: asStrings(params) }] : [path];
  });
}

function affectedPaths(event: LiveEvent): readonly ReadPath[] {
  // An event with a count needs no refetch of the counts.
  if (event.kind === "comment" && event.commentsCount !== null)
    return ["/api/feedback/:id/comments"];
  if (event.kind === "status") return AFFECTED.item;
  // A server that is newer than this page can send kinds of events that the page does not know.
  return event.kind in AFFECTED ? AFFECTED[event.kind as keyof typeof AFFECTED] : ANYTHING;
}

const asStrings = (params: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, String(id)]));
