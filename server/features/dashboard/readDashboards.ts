import type { CameIn, CompanyDashboard, Dashboard, dashboardApi } from "#contract/dashboard.ts";
import { DASHBOARD_WEEKS } from "#contract/dashboard.ts";
import { countModerated } from "#server/features/moderation/moderation.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  findAnswerTimes,
  findUnanswered,
  listToldChanges,
  listTopItems,
} from "./companyDashboard.queries.ts";
import type { Day } from "./dashboard.queries.ts";
import {
  findTotals,
  findTotalsOfCompany,
  listDays,
  listDaysOfCompany,
} from "./dashboard.queries.ts";

/**
 * Returns the totals and the growth of the installation or of one company.
 * @throws HttpError 404 for an unknown company
 */
export async function readDashboard({
  database: { system },
  query: { days, companyId },
  notFound,
}: Handled<typeof dashboardApi.get>): Promise<Dashboard> {
  if (companyId === undefined) {
    const [totals, listed] = await Promise.all([
      system.first(findTotals, {}),
      system.all(listDays, { days }),
    ]);
    return { companyName: null, totals: totals ?? NO_TOTALS, days: listed };
  }
  const [totals, listed] = await Promise.all([
    system.first(findTotalsOfCompany, { companyId }),
    system.all(listDaysOfCompany, { companyId, days }),
  ]);
  if (!totals) throw notFound();
  const ofDay = ({ people, ...day }: Day) => ({ ...day, users: people, companies: 0 });
  return { companyName: totals.companyName, totals, days: listed.map(ofDay) };
}

const NO_TOTALS = { companies: 0, users: 0, items: 0, votes: 0, comments: 0 };

/** Returns what the admins of a company want to know first. */
export async function readCompanyDashboard({
  database: { system },
  db,
  tenantId: companyId,
  visibility,
  query: { days },
}: Handled<typeof dashboardApi.ofCompany, TenantUserContext>): Promise<CompanyDashboard> {
  const grouped = db.grouped();
  const [listed, unanswered, moderated, answers, topVoted, trending, told] = await Promise.all([
    system.all(listDaysOfCompany, { companyId, days: Math.max(2 * days, DASHBOARD_WEEKS * 7) }),
    grouped.first(findUnanswered, { companyId }),
    grouped.first(countModerated, visibility),
    grouped.first(findAnswerTimes, { companyId, days }),
    grouped.all(listTopItems("votes"), { companyId }),
    grouped.all(listTopItems("trending"), { companyId }),
    grouped.all(listToldChanges, { companyId }),
  ]);
  return {
    current: sumOf(listed.slice(-days)),
    previous: sumOf(listed.slice(-2 * days, -days)),
    weeks: weeksOf(listed.slice(-DASHBOARD_WEEKS * 7)),
    waiting: {
      ...(unanswered ?? { unanswered: 0, oldestAt: null }),
      ...(moderated ?? { pending: 0, suspected: 0, reported: 0 }),
    },
    answers: answers ?? { medianSeconds: null, answered: 0, submitted: 0 },
    topVoted,
    trending,
    told,
  };
}

/** Adds up what came in on the days. */
function sumOf(days: readonly Day[]): CameIn {
  const sum = { items: 0, votes: 0, comments: 0, people: 0 };
  for (const day of days) {
    sum.items += day.items;
    sum.votes += day.votes;
    sum.comments += day.comments;
    sum.people += day.people;
  }
  return sum;
}

/** Divides the days into weeks, of which the last one ends with the last day. */
function weeksOf(days: readonly Day[]): CompanyDashboard["weeks"] {
  return Array.from({ length: Math.floor(days.length / 7) }, (_, index) => {
    const week = days.slice(index * 7, index * 7 + 7);
    return {
      ...sumOf(week),
      firstDay: week[0]?.day ?? "",
      lastDay: week.at(-1)?.day ?? "",
    };
  });
}
