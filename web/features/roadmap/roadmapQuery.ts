import { useInfiniteQuery } from "@tanstack/react-query";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** The query for one column of the roadmap: the items of one status, most voted first. */
export function columnQuery(status: RoadmapStatus) {
  return apiPagedQuery(feedbackApi.list, { query: { status, sort: "votes" } });
}

/** Loads the four columns of the roadmap (docs/specification.md "Roadmap (/roadmap)"). */
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

/** Returns the total number of items in a column; undefined until the first page has loaded. */
export function columnTotal(query: ColumnQuery): number | undefined {
  return query.data?.pages.at(-1)?.total;
}
