import { dashboardApi } from "#contract/dashboard.ts";
import { superAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { findTotals, listDays } from "./dashboard.queries.ts";

const NOTHING = { companies: 0, users: 0, items: 0, votes: 0, comments: 0 };

export const dashboardRoutes = [
  route(dashboardApi.get, superAdmin, async ({ database }) => {
    const [totals = NOTHING, days] = await Promise.all([
      database.system.first(findTotals, {}),
      database.system.all(listDays, {}),
    ]);
    return { totals, days };
  }),
];
