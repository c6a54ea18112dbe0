import { useInfiniteQuery } from "@tanstack/react-query";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** One column of the roadmap: the items of one status, most voted first. */
export function columnQuery(status: RoadmapStatus) {
  return apiPagedQuery(feedbackApi.list, { query: { status, sort: "votes" } });
}

/**
 * The four columns (docs/specification.md "Roadmap (/roadmap)"): in a row, two by two on tablets,
 * swipeable on phones.
 */
export function useRoadmapColumns() {
  return {
    evaluating: useInfiniteQuery(columnQuery("evaluating")),
    planned: useInfiniteQuery(columnQuery("planned")),
    under_development: useInfiniteQuery(columnQuery("under_development")),
    complete: useInfiniteQuery(columnQuery("complete")),
  };
}

export type RoadmapColumns = ReturnType<typeof useRoadmapColumns>;
export type ColumnQuery = RoadmapColumns[RoadmapStatus];

/** The column's total number of items; undefined until known. */
export function columnTotal(query: ColumnQuery): number | undefined {
  return query.data?.pages.at(-1)?.total;
}
