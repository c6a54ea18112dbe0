import { use } from "react";
import { calendarLabel, exactUtcLabel, parseTime, relativeLabel } from "./dateLabels.ts";
import { NowContext } from "./NowContext.tsx";
import { useHydrated } from "./useHydrated.ts";

// `Date.prototype.toLocaleString` would create a format for each rendered time.
const exactFormat = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

interface RelativeTimeProps {
  /** A time in ISO 8601. */
  value: string | null | undefined;
  /** Whether the calendar date is displayed as well. */
  withDate?: boolean;
  className?: string;
}

/**
 * A time such as '3 days ago' or, with the date, 'May 3, 2026 · 3 days ago'. The exact time is
 * shown on hover, in UTC until hydration and in the reader's time zone after hydration.
 */
export function RelativeTime({ value, withDate = false, className }: RelativeTimeProps) {
  const now = use(NowContext);
  const isHydrated = useHydrated();
  const time = parseTime(value);
  // docs/specification.md "2. Screens and routes" defines the text for an invalid date.
  if (time === null) return <span className={className}>Date unavailable</span>;
  const title = isHydrated ? exactFormat.format(time) : exactUtcLabel(time);
  return (
    <time dateTime={new Date(time).toISOString()} title={title} className={className}>
      {withDate && now !== null ? `${calendarLabel(time)} · ` : null}
      {now === null ? calendarLabel(time) : relativeLabel(time, now)}
    </time>
  );
}
