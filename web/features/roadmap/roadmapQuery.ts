import { useInfiniteQuery } from "@tanstack/react-query";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/**
 * Returns the query for one column of the roadmap: the items of one status, most voted first.
 * `boardId` is null for the items of all boards.
 */
export function columnQuery(status: RoadmapStatus, boardId: number | null) {
  const board = boardId === null ? undefined : String(boardId);
  return apiPagedQuery("/api/feedback", { query: { status, sort: "votes", boardId: board } });
}

/** Loads the four columns of the roadmap (docs/specification.md "Roadmap (/roadmap)"). */
export function useRoadmapColumns(boardId: number | null) {
  return {
    evaluating: useInfiniteQuery(columnQuery("evaluating", boardId)),
    planned: useInfiniteQuery(columnQuery("planned", boardId)),
    under_development: useInfiniteQuery(columnQuery("under_development", boardId)),
    complete: useInfiniteQuery(columnQuery("complete", boardId)),
  };
}

export type RoadmapColumns = ReturnType<typeof useRoadmapColumns>;
export type ColumnQuery = RoadmapColumns[RoadmapStatus];

/** Returns the total number of items in a column; undefined until the first page has loaded. */
export function columnTotal(query: ColumnQuery): number | undefined {
  return query.data?.pages.at(-1)?.total;
}
