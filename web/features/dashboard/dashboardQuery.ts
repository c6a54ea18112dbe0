import { dashboardApi } from "#contract/dashboard.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The figures of the dashboard. Fetched again when one comes back to it after half a minute. */
export const dashboardQuery = { ...apiQuery(dashboardApi.get), staleTime: 30_000 };
