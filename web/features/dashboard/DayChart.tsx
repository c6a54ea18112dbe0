import type { Dashboard } from "#contract/dashboard.ts";
import { CalendarDate, calendarLabel, parseTime } from "#web/ui/RelativeTime.tsx";
import { axisTop } from "./axisTop.ts";
import type { SeriesKey } from "./series.ts";

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
              {value.toLocaleString("en")}
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
            <title>{`${dayLabel(day)}: ${day[series].toLocaleString("en")}`}</title>
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
  const intro = `New ${series} on each of the last ${String(days.length)} days: ${sum.toLocaleString("en")} in all`;
  if (!busiest || sum === 0) return intro;
  return `${intro}, most on ${dayLabel(busiest)} with ${busiest[series].toLocaleString("en")}`;
}

function dayLabel({ day }: Day): string {
  return calendarLabel(parseTime(day) ?? 0);
}
