import { calendarLabel, exactUtcLabel, parseTime } from "./dateLabels.ts";

interface CalendarDateProps {
  /** ISO 8601. */
  value: string | null | undefined;
  className?: string;
}

/** A day in words, 'March 14, 2025', the same for every reader (UTC). */
export function CalendarDate({ value, className }: CalendarDateProps) {
  const time = parseTime(value);
  // SPEC section 2.
  if (time === null) return <span className={className}>Date unavailable</span>;
  return (
    <time dateTime={new Date(time).toISOString()} title={exactUtcLabel(time)} className={className}>
      {calendarLabel(time)}
    </time>
  );
}
