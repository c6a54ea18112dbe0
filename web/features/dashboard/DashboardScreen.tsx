import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Dashboard } from "#contract/dashboard.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { cn } from "#web/ui/cn.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import type { SeriesKey } from "./DayChart.tsx";
import { DayChart, DayTable, SERIES } from "./DayChart.tsx";
import { BarChart3, FileText, PanelsTopLeft, Settings, Table2, Users } from "#web/ui/adminIcons.ts";

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

/** Displays the totals, and the number of new entries on each of the last 30 days. */
function DashboardFigures() {
  const { data, isPending, isFetching, refetch } = useQuery(dashboardQuery);
  if (data) return <Figures dashboard={data} />;
  if (isPending) return <DashboardSkeleton />;
  return (
    <ErrorState
      message="Failed to fetch figures"
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Figures({ dashboard: { totals, days } }: { dashboard: Dashboard }) {
  const [shown, setShown] = useState<SeriesKey>("items");
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? BarChart3 : Table2;
  const shownLabel = SERIES.find(({ key }) => key === shown)?.label ?? "";
  return (
    <div className="flex flex-col gap-4">
      <div
        role="group"
        aria-label="Totals"
        className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 xl:grid-cols-5 xl:*:last:col-span-1"
      >
        {SERIES.map(({ key, label }) => (
          <TotalButton
            key={key}
            label={label}
            total={totals[key]}
            fresh={days.reduce((sum, day) => sum + day[key], 0)}
            isShown={key === shown}
            onShow={() => setShown(key)}
          />
        ))}
      </div>
      <Card
        title={`${shownLabel}: new in the last 30 days`}
        actions={
          <Button variant="secondary" size="sm" onClick={() => setIsTable(!isTable)}>
            <Icon aria-hidden="true" />
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        }
      >
        {isTable ? (
          <DayTable days={days} series={shown} label={shownLabel} />
        ) : (
          <DayChart days={days} series={shown} />
        )}
      </Card>
    </div>
  );
}

interface TotalButtonProps {
  label: string;
  total: number;
  /** The number of entities in `total` that were created in the chart's time range. */
  fresh: number;
  /** Whether the chart displays the days of this total. */
  isShown: boolean;
  onShow: () => void;
}

/**
 * A button with one total of the dashboard. A click displays the number of new entries per day in
 * the chart.
 */
function TotalButton({ label, total, fresh, isShown, onShow }: TotalButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={cn(
        "flex min-w-0 flex-col rounded-xl border px-4 py-3 text-left transition-colors hover:bg-hover",
        isShown ? "border-primary-text bg-primary-tint" : "bg-surface",
      )}
    >
      <span className="text-sm text-muted">{label}</span>
      <span className="mt-0.5 text-lg font-semibold tabular-nums">{formatCount(total)}</span>
      <span className="text-xs text-muted tabular-nums">
        {fresh === 0 ? "None new" : `+${formatCount(fresh)}`} in 30 days
      </span>
    </button>
  );
}

/** The skeleton of the figures. */
function DashboardSkeleton() {
  return (
    <SkeletonGroup label="Loading figures" className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 xl:grid-cols-5 xl:*:last:col-span-1">
        {SERIES.map(({ key }) => (
          <div key={key} className="rounded-xl border bg-surface px-4 py-3">
            <Skeleton className="mt-0.5 w-20" />
            <Skeleton className="mt-2 h-6 w-14" />
            <Skeleton className="mt-1 h-3 w-10" />
          </div>
        ))}
      </div>
      <div className="rounded-xl border bg-surface p-4 sm:px-6 sm:py-5">
        <Skeleton className="mt-1 h-5 w-56 max-w-full" />
        <Skeleton className="mt-8 h-44" />
        <Skeleton className="mt-2 h-3 w-24" />
      </div>
    </SkeletonGroup>
  );
}

/** The query for the dashboard's figures. The data is stale after 30 seconds. */
export const dashboardQuery = { ...apiQuery("/api/admin/dashboard"), staleTime: 30_000 };
