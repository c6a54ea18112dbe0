import type { Board } from "#contract/boards.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/**
 * Returns the query for one column of the roadmap: the items of one status, in the order
 * that the company has chosen. Without boards, these are the items of all boards.
 */
export function columnQuery(status: RoadmapStatus, boards: readonly Board[]) {
  const boardId = boards.length > 0 ? boards.map(({ id }) => String(id)) : undefined;
  return apiPagedQuery("/api/feedback", { query: { status, sort: "roadmap", boardId } });
}

/** Loads the four columns of the roadmap (docs/specification.md "Roadmap (/roadmap)"). */
export function useRoadmapColumns(boards: readonly Board[]) {
  return {
    evaluating: useInfiniteQuery(columnQuery("evaluating", boards)),
    planned: useInfiniteQuery(columnQuery("planned", boards)),
    under_development: useInfiniteQuery(columnQuery("under_development", boards)),
    complete: useInfiniteQuery(columnQuery("complete", boards)),
  };
}

export type RoadmapColumns = ReturnType<typeof useRoadmapColumns>;
export type ColumnQuery = RoadmapColumns[RoadmapStatus];

/** Returns the total number of items in a column; undefined until the first page has loaded. */
export function columnTotal(query: ColumnQuery): number | undefined {
  return query.data?.pages.at(-1)?.total;
}
