import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Dashboard } from "#contract/dashboard.ts";
import { ConsoleDashboardQuery, DashboardDays } from "#contract/dashboard.ts";
import { apiQuery, onePageQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { FileText, PanelsTopLeft, Settings, Users } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { calendarLabel, parseTime } from "#web/ui/RelativeTime.tsx";
import { FigureCharts, FigureChartsSkeleton, RangeButtons } from "./FigureCharts.tsx";

/**
 * The dashboard with links, figures and the version of the running build (docs/specification.md
 * "Admin dashboard (/admin/settings)").
 */
export function DashboardScreen() {
  const { deploymentCount = 0 } = usePortal().site;
  const username = useCurrentUser()?.username;
  return (
    <section aria-labelledby="dashboard">
      <h2 id="dashboard" className="mb-5 text-lg font-semibold">
        Dashboard
      </h2>
      <div className="flex flex-col gap-6">
        <DashboardLinks />
        <DashboardFigures />
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
          <p>Version {`1.0.${String(deploymentCount)}`}</p>
          <p className="wrap-anywhere">Logged in as {username}</p>
        </div>
      </div>
    </section>
  );
}

const LINKS = [
  { to: "/admin/users", label: "User Management", icon: Users },
  { to: "/admin/site-settings", label: "Site Settings", icon: Settings },
  { to: "/admin/landing-page", label: "Landing Page", icon: PanelsTopLeft },
  { to: "/admin/content", label: "Content Management", icon: FileText },
] as const;

/**
 * The four buttons of the dashboard (docs/specification.md "Admin dashboard (/admin/settings)").
 */
function DashboardLinks() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {LINKS.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Button asChild variant="secondary" className="h-12 w-full justify-start">
            <a href={to}>
              <Icon aria-hidden="true" className="text-muted" />
              {label}
            </a>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Displays the totals and what is new in a time range, of all companies or of one. */
function DashboardFigures() {
  const { filters, change } = useTableFilters(DASHBOARD_FILTERS);
  const query = useQuery({ ...dashboardQuery(filters), placeholderData: keepPreviousData });
  return (
    <div className="flex flex-col gap-4">
      <form autoComplete="off" className="flex flex-wrap items-center justify-between gap-3">
        <CompanySelect
          companyId={filters.companyId}
          companyName={query.data?.companyName ?? null}
          onChoose={(companyId) => change({ companyId })}
        />
        <RangeButtons days={filters.days} onChoose={(days) => change({ days })} />
      </form>
      <LoadedContent
        query={query}
        skeleton={<FigureChartsSkeleton figures={5} />}
        errorMessage="Failed to fetch figures"
      >
        {(dashboard) => <Figures dashboard={dashboard} />}
      </LoadedContent>
    </div>
  );
}

interface CompanySelectProps {
  companyId: number | null;
  /** The name of the selected company, once it is loaded. */
  companyName: string | null;
  onChoose: (companyId: number | null) => void;
}

/** Selects one of the first 100 companies by name. Links can name any other company. */
function CompanySelect({ companyId, companyName, onChoose }: CompanySelectProps) {
  const companies = useQuery(companyChoicesQuery).data?.items ?? [];
  const isListed = companies.some(({ id }) => id === companyId);
  return (
    <FilterSelect
      aria-label="Company"
      className="max-sm:w-full sm:w-64"
      value={companyId === null ? "" : String(companyId)}
      onChoose={(value) => onChoose(value === "" ? null : Number(value))}
    >
      <option value="">All companies</option>
      {companyId === null || isListed ? null : (
        <option value={companyId}>{companyName ?? "One company"}</option>
      )}
      {companies.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FilterSelect>
  );
}

type SeriesKey = keyof Dashboard["totals"];

/** The figures of the dashboard with their labels, in display order. */
const SERIES: readonly { readonly key: SeriesKey; readonly label: string }[] = [
  { key: "companies", label: "Companies" },
  { key: "users", label: "Users" },
  { key: "items", label: "Items" },
  { key: "votes", label: "Votes" },
  { key: "comments", label: "Comments" },
];

function Figures({ dashboard: { companyName, totals, days } }: { dashboard: Dashboard }) {
  const range = `${String(days.length)} days`;
  const shown = companyName === null ? SERIES : SERIES.filter(({ key }) => key !== "companies");
  const figures = shown.map(({ key, label }) => {
    const fresh = days.reduce((sum, day) => sum + day[key], 0);
    return {
      label,
      count: totals[key],
      note: `${fresh === 0 ? "None new" : `+${formatCount(fresh)}`} in ${range}`,
      chartTitle: `${label}: new in the last ${range}`,
      summary: `New ${key} on each of the last ${range}`,
      bars: days.map((day) => ({ label: calendarLabel(parseTime(day.day) ?? 0), value: day[key] })),
    };
  });
  return <FigureCharts label="Totals" figures={figures} shownFirst="Items" barColumn="Day (UTC)" />;
}

/** What the dashboard shows, as stored in the page's URL. */
interface DashboardFilters {
  readonly days: `${7 | 30 | 90}`;
  readonly companyId: number | null;
}

export const DASHBOARD_FILTERS: FilterSet<DashboardFilters> = {
  defaults: { days: "30", companyId: null },
  shape: { days: DashboardDays, companyId: ConsoleDashboardQuery.shape.companyId },
};

/** The query for the dashboard's figures. The data is stale after 30 seconds. */
export function dashboardQuery({ days, companyId }: DashboardFilters) {
  const query = {
    days: days === DASHBOARD_FILTERS.defaults.days ? undefined : days,
    companyId: companyId === null ? undefined : String(companyId),
  };
  return { ...apiQuery("/api/admin/dashboard", { query }), staleTime: 30_000 };
}

/** The query for the companies that can be selected. */
export const companyChoicesQuery = onePageQuery("/api/admin/companies", {
  query: { limit: "100" },
});
