import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { FEEDBACK_STATUSES } from "./feedbackLabels.ts";
import { idQuery, timestamp } from "./fields.ts";
import { ModerationCounts } from "./moderation.ts";

/** The time ranges of dashboards, in days until now. */
export const DASHBOARD_RANGES = [7, 30, 90] as const;
export type DashboardRange = (typeof DASHBOARD_RANGES)[number];

/** A range as a word, as it is in the query and in the page's URL. */
export const DashboardDays = z.enum(
  DASHBOARD_RANGES.map(String) as [`${DashboardRange}`],
  "days must be 7, 30 or 90",
);

const days = z._default(z.pipe(DashboardDays, z.transform(Number)), 30);

/** The number of weeks in a company's charts. */
export const DASHBOARD_WEEKS = 13;

/** The number of items in each of the dashboard's lists. */
export const DASHBOARD_ITEMS = 5;

/** The maximum number of new items without an answer that are counted. */
export const UNANSWERED_COUNT_LIMIT = 1000;

/** The newest items of the range among which the answered ones are looked for. */
export const ANSWERS_SAMPLE = 1000;

const figures = {
  companies: z.number(),
  users: z.number(),
  items: z.number(),
  votes: z.number(),
  comments: z.number(),
};

export const ConsoleDashboardQuery = z.object({
  days,
  /** The company whose figures are shown; all companies if absent. */
  companyId: z.optional(idQuery),
});

/** Totals and daily growth of the installation or of one company. */
export const Dashboard = z.object({
  /** The name of the company; null for all companies. */
  companyName: z.nullable(z.string()),
  totals: z.object(figures),
  /** Numbers of new entities for each day of the range (UTC), oldest first. */
  days: z.array(z.extend(z.object(figures), { day: z.iso.date() })),
});
export type Dashboard = z.output<typeof Dashboard>;

/** What came in: items, votes and comments, and people who joined. */
const cameIn = {
  items: z.number(),
  votes: z.number(),
  comments: z.number(),
  people: z.number(),
};
export const CameIn = z.object(cameIn);
export type CameIn = z.output<typeof CameIn>;

/** An item in a list of the dashboard. */
export const DashboardItem = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(FEEDBACK_STATUSES),
  votes: z.number(),
  boardName: z.string(),
});
export type DashboardItem = z.output<typeof DashboardItem>;

/** A change of status that notified people. */
export const ToldChange = z.object({
  id: z.number(),
  feedbackId: z.number(),
  title: z.string(),
  toStatus: z.enum(FEEDBACK_STATUSES),
  createdAt: timestamp,
  /** Number of people notified, counted up to `AUDIENCE_COUNT_LIMIT`. */
  notified: z.number(),
  /** Number of those who got a mail, or will get one. */
  byEmail: z.number(),
  isCapped: z.boolean(),
});
export type ToldChange = z.output<typeof ToldChange>;

/** What an admin of a company wants to know first. Days are those of UTC. */
export const CompanyDashboard = z.object({
  /** What came in in the range, and in the equally long range before it. */
  current: CameIn,
  previous: CameIn,
  /** The last 13 times seven days, oldest first. The last one ends today. */
  weeks: z.array(z.extend(CameIn, { firstDay: z.iso.date(), lastDay: z.iso.date() })),
  waiting: z.extend(ModerationCounts, {
    /** Items with the status `new` without an answer, up to `UNANSWERED_COUNT_LIMIT`. */
    unanswered: z.number(),
    /** When the oldest of them was submitted. */
    oldestAt: z.nullable(timestamp),
  }),
  /** The first answers to customers' items among the newest `ANSWERS_SAMPLE` items of the range. */
  answers: z.object({
    /** Median of the time from submission to first answer; null without answers. */
    medianSeconds: z.nullable(z.number()),
    answered: z.number(),
    submitted: z.number(),
  }),
  /** Open items that are not complete, most votes first. */
  topVoted: z.array(DashboardItem),
  /** Open items with votes that are not complete, in the order `trending` of lists. */
  trending: z.array(DashboardItem),
  /** The newest changes of status that notified people. */
  told: z.array(ToldChange),
});
export type CompanyDashboard = z.output<typeof CompanyDashboard>;

export const dashboardApi = {
  get: endpoint({
    operationId: "readDashboard",
    method: "GET",
    path: "/api/admin/dashboard",
    summary:
      "Totals of companies, users, items, votes and comments, and the new ones for each of the last 7, 30 or 90 days; of the installation or of one company.",
    query: ConsoleDashboardQuery,
    response: Dashboard,
    status: 200,
    notFound: "Company not found",
  }),
  ofCompany: endpoint({
    operationId: "readCompanyDashboard",
    method: "GET",
    path: "/api/company/dashboard",
    summary:
      "What came in to the company in the last 7, 30 or 90 days and before, by week, what waits, the time to the first answer, the most voted items, and whom changes of status notified.",
    query: z.object({ days }),
    response: CompanyDashboard,
    status: 200,
  }),
} as const;

const exampleWeek = { items: 31, votes: 260, comments: 44, people: 14 };
const exampleItem: DashboardItem = {
  id: 42,
  title: "Dark mode",
  status: "planned",
  votes: 318,
  boardName: "Ideas",
};

export const dashboardExamples: ExamplesOf<typeof dashboardApi> = {
  readDashboard: {
    response: {
      companyName: null,
      totals: { companies: 12, users: 3400, items: 8100, votes: 52000, comments: 9600 },
      days: [{ day: "2026-05-06", companies: 0, users: 14, items: 31, votes: 260, comments: 44 }],
    },
  },
  readCompanyDashboard: {
    response: {
      current: { items: 120, votes: 1030, comments: 171, people: 52 },
      previous: { items: 104, votes: 1110, comments: 160, people: 47 },
      weeks: [{ ...exampleWeek, firstDay: "2026-04-30", lastDay: "2026-05-06" }],
      waiting: {
        unanswered: 9,
        oldestAt: "2026-04-28T08:30:00.000Z",
        pending: 1,
        suspected: 4,
        reported: 0,
      },
      answers: { medianSeconds: 93_600, answered: 96, submitted: 112 },
      topVoted: [exampleItem],
      trending: [exampleItem],
      told: [
        {
          id: 61,
          feedbackId: exampleItem.id,
          title: exampleItem.title,
          toStatus: exampleItem.status,
          createdAt: "2026-05-05T14:10:00.000Z",
          notified: 318,
          byEmail: 290,
          isCapped: false,
        },
      ],
    },
  },
};
