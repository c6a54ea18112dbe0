import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CameIn, CompanyDashboard } from "#contract/dashboard.ts";
import { DashboardDays, UNANSWERED_COUNT_LIMIT } from "#contract/dashboard.ts";
import { MODERATION_COUNT_LIMIT } from "#contract/moderation.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { ChevronRight, LayoutDashboard } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { countLabel, formatCount } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { calendarLabel, parseTime, RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import type { WithStatus } from "./dashboardLists.tsx";
import { DashboardItems, ToldChanges } from "./dashboardLists.tsx";
import { FigureCharts, FigureChartsSkeleton, RangeButtons } from "./FigureCharts.tsx";

interface CompanyDashboardScreenProps extends WithStatus {
  /** The steps of the set-up, which come first until something has come in, and then last. */
  setup: ReactNode;
}

/** The dashboard of a company's admins: what came in, what waits, and what customers were told. */
export function CompanyDashboardScreen({ renderStatus, setup }: CompanyDashboardScreenProps) {
  const { filters, change } = useTableFilters(COMPANY_DASHBOARD_FILTERS);
  const query = useQuery({ ...companyDashboardQuery(filters), placeholderData: keepPreviousData });
  return (
    <ScreenSection
      id="dashboard"
      title="Dashboard"
      actions={<RangeButtons days={filters.days} onChoose={(days) => change({ days })} />}
    >
      <LoadedContent
        query={query}
        skeleton={<FigureChartsSkeleton figures={4} />}
        errorMessage="Failed to fetch figures"
      >
        {(dashboard) =>
          isEmpty(dashboard) ? (
            <>
              {setup}
              <NothingYet />
            </>
          ) : (
            <div className="flex flex-col gap-4">
              <Parts dashboard={dashboard} days={filters.days} renderStatus={renderStatus} />
              {setup}
            </div>
          )
        }
      </LoadedContent>
    </ScreenSection>
  );
}

interface PartsProps extends WithStatus {
  dashboard: CompanyDashboard;
  days: string;
}

function Parts({ dashboard, days, renderStatus }: PartsProps) {
  return (
    <>
      <WhatCameIn dashboard={dashboard} days={days} />
      <div className="grid gap-4 xl:grid-cols-2">
        <WhatWaits waiting={dashboard.waiting} />
        <FirstAnswers answers={dashboard.answers} days={days} />
        <DashboardItems
          title="Top voted"
          items={dashboard.topVoted}
          empty="No open items."
          renderStatus={renderStatus}
        />
        <DashboardItems
          title="Trending"
          items={dashboard.trending}
          empty="No votes yet."
          renderStatus={renderStatus}
        />
      </div>
      <ToldChanges told={dashboard.told} renderStatus={renderStatus} />
    </>
  );
}

/**
 * Whether nothing has ever come in that still exists. People do not count, because a new company has
 * its admin.
 */
function isEmpty({ weeks, waiting, topVoted, told }: CompanyDashboard): boolean {
  const isQuiet = weeks.every(({ items, votes, comments }) => items + votes + comments === 0);
  const { pending, suspected, reported } = waiting;
  return isQuiet && topVoted.length + told.length + pending + suspected + reported === 0;
}

function NothingYet() {
  return (
    <EmptyState
      icon={LayoutDashboard}
      title="Nothing has come in yet"
      text="Create a board and share the address of your portal. What customers ask for, and what waits for an answer, is then shown here."
      action={
        <>
          <Button asChild>
            <a href="/company/boards">Manage boards</a>
          </Button>
          <Button asChild variant="secondary">
            <a href="/company/data">Import feedback</a>
          </Button>
        </>
      }
    />
  );
}

/** The figures of what came in, in display order. */
const FIGURES: readonly { readonly key: keyof CameIn; readonly label: string }[] = [
  { key: "items", label: "Items" },
  { key: "votes", label: "Votes" },
  { key: "comments", label: "Comments" },
  { key: "people", label: "New people" },
];

interface WhatCameInProps {
  dashboard: CompanyDashboard;
  days: string;
}

function WhatCameIn({ dashboard: { current, previous, weeks }, days }: WhatCameInProps) {
  const figures = FIGURES.map(({ key, label }) => ({
    label,
    count: current[key],
    note: changeLabel(current[key], previous[key]),
    chartTitle: `${label} by week`,
    summary: `${label} in each of the last ${String(weeks.length)} weeks`,
    bars: weeks.map((week) => {
      const ends = [dayLabel(week.firstDay), dayLabel(week.lastDay)] as const;
      return { label: ends.join(" to "), days: ends, value: week[key] };
    }),
  }));
  return (
    <FigureCharts
      label={`Last ${days} days`}
      figures={figures}
      shownFirst="Items"
      barColumn="Week (UTC)"
    />
  );
}

/** Returns a date without its year, such as 'March 14'. */
const dayLabel = (day: string) => calendarLabel(parseTime(day) ?? 0).replace(/, \d+$/, "");

/** Returns the change to the time range before, such as '+16 from 104 before'. */
function changeLabel(current: number, previous: number): string {
  const change = current - previous;
  if (change === 0) return "As many as before";
  const sign = change > 0 ? "+" : "−";
  return `${sign}${formatCount(Math.abs(change))} from ${formatCount(previous)} before`;
}

/** Links to what waits for the team. */
function WhatWaits({ waiting }: { waiting: CompanyDashboard["waiting"] }) {
  const { unanswered, oldestAt, pending, suspected, reported } = waiting;
  return (
    <Card title="Waits for you">
      <ul className="-my-2 divide-y divide-line">
        <WaitingRow
          href="/feedback?status=new&unanswered=true"
          label="New and unanswered"
          count={unanswered}
          limit={UNANSWERED_COUNT_LIMIT}
          detail={
            oldestAt === null ? null : (
              <>
                The oldest: <RelativeTime value={oldestAt} />
              </>
            )
          }
        />
        <WaitingRow
          href="/company/moderation#waiting"
          label="Waiting for approval"
          count={pending}
          limit={MODERATION_COUNT_LIMIT}
        />
        <WaitingRow
          href="/company/moderation#reports"
          label="Reported"
          count={reported}
          limit={MODERATION_COUNT_LIMIT}
        />
        <WaitingRow
          href="/company/moderation#suspected"
          label="Possible spam"
          count={suspected}
          limit={MODERATION_COUNT_LIMIT}
        />
      </ul>
    </Card>
  );
}

interface WaitingRowProps {
  href: string;
  label: string;
  count: number;
  /** More are not counted. */
  limit: number;
  detail?: ReactNode;
}

function WaitingRow({ href, label, count, limit, detail }: WaitingRowProps) {
  return (
    <li>
      <a
        href={href}
        className="-mx-2 flex min-h-11 items-center gap-3 rounded-lg px-2 py-2 hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          {label}
          {detail ? <span className="block text-xs text-muted">{detail}</span> : null}
        </span>
        <span className={count === 0 ? "text-muted tabular-nums" : "font-semibold tabular-nums"}>
          {cappedLabel(count, limit)}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 text-muted" />
      </a>
    </li>
  );
}

const cappedLabel = (count: number, limit: number) =>
  `${formatCount(count)}${count >= limit ? "+" : ""}`;

interface FirstAnswersProps {
  answers: CompanyDashboard["answers"];
  days: string;
}

function FirstAnswers({ answers, days }: FirstAnswersProps) {
  const { medianSeconds, answered, submitted } = answers;
  return (
    <Card title="Time to first answer">
      <p className="text-lg font-semibold tabular-nums">
        {medianSeconds === null ? "No answers yet" : durationLabel(medianSeconds)}
      </p>
      <p className="mt-1 text-sm text-muted tabular-nums">
        {submitted === 0
          ? `Customers submitted nothing in the last ${days} days.`
          : `${formatCount(answered)} of ${countLabel(submitted, "item")} that customers submitted in the last ${days} days ${answered === 1 ? "has" : "have"} an answer: a comment, a status or a reason for closing.${medianSeconds === null ? "" : " Half of them got it faster, half slower."}`}
      </p>
    </Card>
  );
}

/** Returns a duration in its largest unit, such as '3 hours'. */
export function durationLabel(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return countLabel(minutes, "minute");
  const hours = Math.round(minutes / 60);
  if (hours < 48) return countLabel(hours, "hour");
  return countLabel(Math.round(hours / 24), "day");
}

interface CompanyDashboardFilters {
  readonly days: `${7 | 30 | 90}`;
}

export const COMPANY_DASHBOARD_FILTERS: FilterSet<CompanyDashboardFilters> = {
  defaults: { days: "30" },
  shape: { days: DashboardDays },
};

/** The query for a company's dashboard. The data is stale after 30 seconds. */
export function companyDashboardQuery({ days }: CompanyDashboardFilters) {
  return { ...apiQuery("/api/company/dashboard", { query: { days } }), staleTime: 30_000 };
}
