import { useQuery } from "@tanstack/react-query";
import { BarChart3, Table2 } from "#web/ui/adminIcons.ts";
import { useState } from "react";
import type { Dashboard } from "#contract/dashboard.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { dashboardQuery } from "./dashboardQuery.ts";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { DayChart } from "./DayChart.tsx";
import { DayTable } from "./DayTable.tsx";
import type { SeriesKey } from "./series.ts";
import { SERIES } from "./series.ts";
import { TotalButton } from "./TotalButton.tsx";

/** Displays the totals, and the number of new entries on each of the last 30 days. */
export function DashboardFigures() {
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
