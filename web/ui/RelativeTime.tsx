import { use } from "react";
import { calendarWords, exactUtcWords, parseTime, relativeWords } from "./dateWords.ts";
import { NowContext } from "./NowContext.tsx";
import { useHydrated } from "./useHydrated.ts";

interface RelativeTimeProps {
  /** ISO 8601. */
  value: string | null | undefined;
  /** Shown for what is no date (SPEC section 2). */
  fallback?: string;
  className?: string;
}

/** '3 days ago', with the exact time on hover: in UTC first, in the reader's own zone once the page is alive. */
export function RelativeTime({ value, fallback = "Date unavailable", className }: RelativeTimeProps) {
  const now = use(NowContext);
  const isHydrated = useHydrated();
  const time = parseTime(value);
  if (time === null) return <span className={className}>{fallback}</span>;
  const title = isHydrated
    ? new Date(time).toLocaleString("en", { dateStyle: "long", timeStyle: "short" })
    : exactUtcWords(time);
  return (
    <time dateTime={new Date(time).toISOString()} title={title} className={className}>
      {now === null ? calendarWords(time) : relativeWords(time, now)}
    </time>
  );
}
