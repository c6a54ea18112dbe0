import { dashboardApi } from "#contract/dashboard.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The query for the dashboard's figures. The data is stale after 30 seconds. */
export const dashboardQuery = { ...apiQuery(dashboardApi.get), staleTime: 30_000 };
