import { feedbackApi } from "#contract/feedback.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** The query for completed items, newest first (docs/specification.md "Changelog (/changelog)"). */
export const changelogQuery = apiPagedQuery(feedbackApi.list, {
  query: { status: "complete", sort: "date" },
});
