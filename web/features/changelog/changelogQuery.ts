import { feedbackApi } from "#contract/feedback.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** Completed items, newest first (SPEC section 2, Changelog). */
export const changelogQuery = apiPagedQuery(feedbackApi.list, {
  query: { status: "complete", sort: "date" },
});
