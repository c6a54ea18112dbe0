import { formatCount } from "#web/ui/countLabel.ts";

/** One bar: a day or a week. */
export interface Bar {
  /** Such as 'March 14, 2025'. */
  readonly label: string;
  /** The first and the last day of a week. */
  readonly days?: readonly [string, string];
  readonly value: number;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** What the chart shows, for screen readers, such as 'New items on each of the last 30 days'. */
  summary: string;
}

/**
 * A bar chart, as wide as its container. Hovering over a bar displays its label and value.
 * Screen readers read the sum and the largest value.
 */
export function BarChart({ bars, summary }: BarChartProps) {
  const top = axisTop(Math.max(...bars.map(({ value }) => value)));
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
          <Bars bars={bars} summary={summary} top={top} />
        </div>
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between gap-4 text-xs text-muted">
        <span>{bars[0]?.days?.[0] ?? bars[0]?.label}</span>
        <span className="text-right">{bars.at(-1)?.days?.[1] ?? bars.at(-1)?.label}</span>
      </div>
    </div>
  );
}

function Bars({ bars, summary, top }: BarChartProps & { top: number }) {
  return (
    <svg
      role="img"
      aria-label={describe(bars, summary)}
      viewBox={`0 0 ${String(bars.length)} 100`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {bars.map(({ label, value }, index) => {
        const height = (value / top) * 100;
        return (
          <g key={label} className="group">
            <title>{`${label}: ${formatCount(value)}`}</title>
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

function describe(bars: readonly Bar[], summary: string): string {
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const [busiest] = bars.toSorted((a, b) => b.value - a.value);
  const intro = `${summary}: ${formatCount(sum)} in all`;
  if (!busiest || sum === 0) return intro;
  return `${intro}, most on ${busiest.label} with ${formatCount(busiest.value)}`;
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

interface BarTableProps {
  bars: readonly Bar[];
  /** The headings of the two columns. */
  columns: readonly [string, string];
}

/** A table with the values of a chart, newest first. */
export function BarTable({ bars, columns: [bar, value] }: BarTableProps) {
  return (
    <table className="w-full max-w-md text-sm">
      <thead>
        <tr className="border-b text-left text-xs text-muted">
          <th scope="col" className="py-2 font-medium">
            {bar}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {value}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {bars.toReversed().map((each) => (
          <tr key={each.label}>
            <th scope="row" className="py-2 text-left font-normal">
              {each.label}
            </th>
            <td className="py-2 text-right tabular-nums">{formatCount(each.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
