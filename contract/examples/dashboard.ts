import type { dashboardApi } from "../dashboard.ts";
import type { ExamplesOf } from "./example.ts";

export const dashboardExamples: ExamplesOf<typeof dashboardApi> = {
  readDashboard: {
    response: {
      totals: { companies: 12, users: 3400, items: 8100, votes: 52000, comments: 9600 },
      days: [{ day: "2026-05-06", companies: 0, users: 14, items: 31, votes: 260, comments: 44 }],
    },
  },
};
