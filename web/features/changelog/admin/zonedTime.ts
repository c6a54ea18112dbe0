/** A day such as 2026-01-31 and a time of day such as 09:30, as clocks of a time zone show them. */
export interface WallTime {
  readonly day: string;
  readonly time: string;
}

/**
 * Returns the time, in ISO 8601, at which the clocks of a time zone show a day and a time. Of an
 * hour that clocks skip, returns the time an hour later.
 */
export function zonedTime({ day, time }: WallTime, zone: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // The offset is that of the result, which differs from that of the first guess near a change of
  // the clocks.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone)).toISOString();
}

/** Returns what the clocks of a time zone show at a time. */
export function wallTime(at: number, zone: string): WallTime {
  const [day = "", time = ""] = new Date(at + offsetAt(at, zone)).toISOString().split("T");
  return { day, time: time.slice(0, "00:00".length) };
}

/** Returns the milliseconds by which the clocks of a time zone are ahead of UTC at a time. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const number = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    number("year"),
    number("month") - 1,
    number("day"),
    number("hour"),
    number("minute"),
    number("second"),
  );
  return shown - Math.floor(at / 1000) * 1000;
}
