import { calendarLabel, exactUtcLabel, parseTime } from "./dateLabels.ts";

interface CalendarDateProps {
  /** A time in ISO 8601. */
  value: string | null | undefined;
  className?: string;
}

/** A date such as 'March 14, 2025', in UTC. */
export function CalendarDate({ value, className }: CalendarDateProps) {
  const time = parseTime(value);
  // docs/specification.md "2. Screens and routes" defines the text for an invalid date.
  if (time === null) return <span className={className}>Date unavailable</span>;
  return (
    <time dateTime={new Date(time).toISOString()} title={exactUtcLabel(time)} className={className}>
      {calendarLabel(time)}
    </time>
  );
}
