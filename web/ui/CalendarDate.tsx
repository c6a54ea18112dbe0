import { calendarWords, exactUtcWords, parseTime } from "./dateWords.ts";

interface CalendarDateProps {
  /** ISO 8601. */
  value: string | null | undefined;
  /** Shown for what is no date (SPEC section 2). */
  fallback?: string;
  className?: string;
}

/** A day in words, 'March 14, 2025', the same for every reader (UTC). */
export function CalendarDate({ value, fallback = "Date unavailable", className }: CalendarDateProps) {
  const time = parseTime(value);
  if (time === null) return <span className={className}>{fallback}</span>;
  return (
    <time dateTime={new Date(time).toISOString()} title={exactUtcWords(time)} className={className}>
      {calendarWords(time)}
    </time>
  );
}
