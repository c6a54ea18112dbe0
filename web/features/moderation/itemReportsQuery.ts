import { reportsApi } from "#contract/reports.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Returns the query for the reports of an item and of its comments. */
export function itemReportsQuery(feedbackId: number) {
  return apiQuery(reportsApi.list, { query: { feedbackId: String(feedbackId), limit: "100" } });
}
