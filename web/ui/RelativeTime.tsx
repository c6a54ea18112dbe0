import type { PointerEvent } from "react";
import { use } from "react";
import { NowContext } from "./NowContext.tsx";

interface TimeProps {
  /** A time in ISO 8601. */
  value: string | null | undefined;
  className?: string;
}

/** A time such as '3 days ago'. The exact time is shown on hover. */
export function RelativeTime(props: TimeProps) {
  const now = use(NowContext);
  return (
    <Time
      {...props}
      textOf={(time) => (now === null ? calendarLabel(time) : relativeLabel(time, now))}
    />
  );
}

/**
 * A date such as 'March 14, 2025', in UTC. On hover, the exact time is shown and how long ago it
 * was.
 */
export function CalendarDate(props: TimeProps) {
  const now = use(NowContext);
  return (
    <Time
      {...props}
      textOf={calendarLabel}
      hintOf={(time) => (now === null ? "" : ` · ${relativeLabel(time, now)}`)}
    />
  );
}

interface TimeTextProps extends TimeProps {
  textOf: (time: number) => string;
  /** Returns what the tooltip says after the exact time. */
  hintOf?: (time: number) => string;
}

/**
 * The tooltip has the exact time in UTC. On hover, it is replaced by the time in the reader's time
 * zone. This happens on hover, because creating a format takes a slow phone 65 ms, and showing all
 * times of a list again another 60 ms.
 */
function Time({ value, className, textOf, hintOf }: TimeTextProps) {
  const time = parseTime(value);
  // docs/specification.md "2. Screens and routes" defines the text for an invalid date.
  if (time === null) return <span className={className}>Date unavailable</span>;
  const hint = hintOf?.(time) ?? "";
  const showLocalTime = ({ currentTarget }: PointerEvent<HTMLTimeElement>) => {
    const local = new Date(time).toLocaleString("en", { dateStyle: "long", timeStyle: "short" });
    currentTarget.title = local + hint;
  };
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={exactUtcLabel(time) + hint}
      onPointerEnter={showLocalTime}
      className={className}
    >
      {textOf(time)}
    </time>
  );
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The units of relative times, each with its length in seconds. A unit is used if at least `from`
 * seconds have elapsed.
 */
const UNITS = [
  { name: "year", seconds: 365.25 * DAY, from: 365 * DAY },
  { name: "month", seconds: 30.44 * DAY, from: 31 * DAY },
  { name: "week", seconds: 7 * DAY, from: 14 * DAY },
  { name: "day", seconds: DAY, from: DAY },
  { name: "hour", seconds: HOUR, from: HOUR },
  { name: "minute", seconds: MINUTE, from: MINUTE },
];

// The labels do not use Intl, because the locale data of Node and of the browser can differ, which
// would break hydration.

/**
 * Returns a text such as '3 days ago' or 'just now', or 'in 2 hours' for a time in the future. Both
 * parameters are in milliseconds since 1970.
 */
export function relativeLabel(time: number, now: number): string {
  const seconds = Math.abs(now - time) / 1000;
  const unit = UNITS.find((candidate) => seconds >= candidate.from);
  if (!unit) return "just now";
  const count = Math.max(1, Math.floor(seconds / unit.seconds));
  const words = `${String(count)} ${unit.name}${count === 1 ? "" : "s"}`;
  return time > now ? `in ${words}` : `${words} ago`;
}

/** Returns a date such as 'March 14, 2025', in UTC. */
export function calendarLabel(time: number): string {
  const date = new Date(time);
  return `${MONTHS[date.getUTCMonth()] ?? ""} ${String(date.getUTCDate())}, ${String(date.getUTCFullYear())}`;
}

/** Returns a time such as 'March 14, 2025, 09:05 UTC'. */
export function exactUtcLabel(time: number): string {
  return `${calendarLabel(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`;
}

/** Returns the milliseconds since 1970, or null for an invalid date. */
export function parseTime(iso: string | null | undefined): number | null {
  const time = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
