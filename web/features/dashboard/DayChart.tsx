import type { Dashboard } from "#contract/dashboard.ts";
import { CalendarDate, calendarLabel, parseTime } from "#web/ui/RelativeTime.tsx";
import { formatCount } from "#web/ui/countLabel.ts";

/** The name of one of the dashboard's figures. */
export type SeriesKey = keyof Dashboard["totals"];

/** The figures of the dashboard with their labels, in display order. */
export const SERIES: readonly { readonly key: SeriesKey; readonly label: string }[] = [
  { key: "companies", label: "Companies" },
  { key: "users", label: "Users" },
  { key: "items", label: "Items" },
  { key: "votes", label: "Votes" },
  { key: "comments", label: "Comments" },
];

type Day = Dashboard["days"][number];

interface DayChartProps {
  days: readonly Day[];
  series: SeriesKey;
}

/**
 * A bar chart with one bar per day, as wide as its container. Hovering over a bar displays the day
 * and the value.
 */
export function DayChart({ days, series }: DayChartProps) {
  const top = axisTop(Math.max(...days.map((day) => day[series])));
  return (
    <div>
      <div className="flex gap-3">
        <div
          aria-hidden="true"
          className="flex h-44 shrink-0 flex-col justify-between text-right text-xs text-muted tabular-nums"
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value} className="-my-2">
              {formatCount(value)}
            </span>
          ))}
        </div>
        <div className="relative h-44 min-w-0 flex-1">
          <div aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
            <div className="border-t" />
            <div className="border-t" />
            <div className="border-t border-control" />
          </div>
          <Bars days={days} series={series} top={top} />
        </div>
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between gap-4 text-xs text-muted">
        <CalendarDate value={days[0]?.day} />
        <CalendarDate value={days.at(-1)?.day} />
      </div>
    </div>
  );
}

function Bars({ days, series, top }: DayChartProps & { top: number }) {
  return (
    <svg
      role="img"
      aria-label={summaryOf(days, series)}
      viewBox={`0 0 ${String(days.length)} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {days.map((day, index) => {
        const height = (day[series] / top) * 100;
        return (
          <g key={day.day} className="group">
            <title>{`${dayLabel(day)}: ${formatCount(day[series])}`}</title>
            <rect
              x={index}
              y={0}
              width={1}
              height={100}
              className="fill-transparent group-hover:fill-hover"
            />
            <rect
              x={index + 0.15}
              y={100 - height}
              width={0.7}
              height={height}
              className="fill-primary-text"
            />
          </g>
        );
      })}
    </svg>
  );
}

function summaryOf(days: readonly Day[], series: SeriesKey): string {
  const sum = days.reduce((total, day) => total + day[series], 0);
  const [busiest] = days.toSorted((a, b) => b[series] - a[series]);
  const intro = `New ${series} on each of the last ${String(days.length)} days: ${formatCount(sum)} in all`;
  if (!busiest || sum === 0) return intro;
  return `${intro}, most on ${dayLabel(busiest)} with ${formatCount(busiest[series])}`;
}

function dayLabel({ day }: Day): string {
  return calendarLabel(parseTime(day) ?? 0);
}

/**
 * Returns the end of a chart's axis for values up to `max`: 2, 4 or 10 times a power of ten, so
 * that the middle of the axis is an integer.
 */
export function axisTop(max: number): number {
  let unit = 1;
  while (unit * 10 < max) unit *= 10;
  return [2, 4, 10].map((step) => step * unit).find((top) => top >= max) ?? max;
}

interface DayTableProps {
  days: Dashboard["days"];
  series: SeriesKey;
  /** The heading of the column with the figures. */
  label: string;
}

/** A table with the figures of the chart, newest day first. */
export function DayTable({ days, series, label }: DayTableProps) {
  return (
    <table className="w-full max-w-md text-sm">
      <thead>
        <tr className="border-b text-left text-xs text-muted">
          <th scope="col" className="py-2 font-medium">
            Day (UTC)
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {label}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row" className="py-2 text-left font-normal">
              <CalendarDate value={day.day} />
            </th>
            <td className="py-2 text-right tabular-nums">{formatCount(day[series])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
