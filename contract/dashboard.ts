import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

const figures = {
  companies: z.number(),
  users: z.number(),
  items: z.number(),
  votes: z.number(),
  comments: z.number(),
};

/** Totals and daily growth of the installation. */
export const Dashboard = z.object({
  totals: z.object(figures),
  /** Numbers of new entities for each of the last 30 days (UTC), oldest first. */
  days: z.array(z.extend(z.object(figures), { day: z.iso.date() })),
});
export type Dashboard = z.output<typeof Dashboard>;

export const dashboardApi = {
  get: endpoint({
    operationId: "readDashboard",
    method: "GET",
    path: "/api/admin/dashboard",
    summary:
      "Totals of companies, users, items, votes and comments, and the new ones for each of the last 30 days.",
    response: Dashboard,
    status: 200,
  }),
} as const;

export const dashboardExamples: ExamplesOf<typeof dashboardApi> = {
  readDashboard: {
    response: {
      totals: { companies: 12, users: 3400, items: 8100, votes: 52000, comments: 9600 },
      days: [{ day: "2026-05-06", companies: 0, users: 14, items: 31, votes: 260, comments: 44 }],
    },
  },
};
