import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

const figures = {
  companies: z.number(),
  users: z.number(),
  items: z.number(),
  votes: z.number(),
  comments: z.number(),
};

/** What a provider wants to see at a glance. */
export const Dashboard = z.object({
  totals: z.object(figures),
  /** What came new on each of the last 30 days, oldest first, in UTC. */
  days: z.array(z.extend(z.object(figures), { day: z.iso.date() })),
});
export type Dashboard = z.output<typeof Dashboard>;

export const dashboardApi = {
  get: endpoint({
    operationId: "readDashboard",
    method: "GET",
    path: "/api/admin/dashboard",
    summary:
      "Companies, users, items, votes and comments in all, and the new ones of the last 30 days.",
    response: Dashboard,
    status: 200,
  }),
} as const;
