import type { Dashboard } from "#contract/dashboard.ts";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import type { SeriesKey } from "./series.ts";

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
            <td className="py-2 text-right tabular-nums">{day[series].toLocaleString("en")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
