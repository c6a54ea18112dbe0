import type { DateOrder } from "#contract/importMapping.ts";

/** The maximum length in characters of a text that is examined. */
const MAX_DATE = 60;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const TIME =
  /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?: ?(z|utc|gmt|[+-]\d\d(?::?\d\d)?)(?: (?:utc|gmt))?)?$/i;

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+([^T ].*)?)?$/i;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,? +([^ ].*)?)?$/;
const DAY_AND_NAME =
  /^(?:[a-z]{3,9},? )?(\d{1,2})\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4})(?:,? +([^ ].*)?)?$/i;
const NAME_AND_DAY = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?:,? +([^ ].*)?)?$/i;

interface Day {
  year: number;
  month: number;
  day: number;
  time: string;
}

/**
 * Reads a date in one of the formats that programs and people write. A date without a time zone is
 * in UTC.
 * @param order the order of day and month in dates with slashes or hyphens and the year last
 * @returns the date, `ambiguous` if it depends on an unknown order, or undefined for another text
 */
export function readDate(text: string, order: DateOrder | null): Date | "ambiguous" | undefined {
  const found = dayOf(text.trim(), order);
  return typeof found === "object" ? dateOf(found) : found;
}

/** Returns the order that a date reveals; `unknown` for an ambiguous date, else undefined. */
export function orderOf(text: string): DateOrder | "unknown" | undefined {
  const [, first, separator, second] = YEAR_LAST.exec(text.trim()) ?? [];
  if (first === undefined || separator === "." || first === second) return undefined;
  if (Number(first) > 12) return Number(second) > 12 ? undefined : "day_first";
  return Number(second) > 12 ? "month_first" : "unknown";
}

function dayOf(text: string, order: DateOrder | null): Day | "ambiguous" | undefined {
  if (text.length > MAX_DATE) return undefined;
  const iso = YEAR_FIRST.exec(text);
  if (iso) return dayFrom(iso[1], iso[3], iso[4], iso[5]);
  const last = YEAR_LAST.exec(text);
  if (last) {
    const [, first, separator, second, year, time] = last;
    const revealed = separator === "." || first === second ? "day_first" : orderOf(text);
    const known = revealed === "unknown" ? order : revealed;
    if (known === null) return "ambiguous";
    return known === "day_first"
      ? dayFrom(year, second, first, time)
      : dayFrom(year, first, second, time);
  }
  const [, day, name, year, time] = DAY_AND_NAME.exec(text) ?? [];
  if (day !== undefined) return dayFrom(year, monthOf(name), day, time);
  const [, named, dayOfNamed, yearOfNamed, timeOfNamed] = NAME_AND_DAY.exec(text) ?? [];
  return named === undefined
    ? undefined
    : dayFrom(yearOfNamed, monthOf(named), dayOfNamed, timeOfNamed);
}

const monthOf = (name = "") => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

const dayFrom = (year = "", month = "", day = "", time = ""): Day => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
  time,
});

function dateOf({ year, month, day, time }: Day): Date | undefined {
  const [, hour = "0", minute = "00", second = "00", fraction = "", half, zone = "Z"] =
    TIME.exec(time || "0:00") ?? [];
  if (time !== "" && !TIME.test(time)) return undefined;
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(hours)}:${minute}:${second}.${fraction.padEnd(3, "0").slice(0, 3)}`;
  const date = new Date(`${String(year)}-${two(month)}-${two(day)}T${clock}${offsetOf(zone)}`);
  // `Date` takes 31 February for 2 March.
  const isReal = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return Number.isNaN(date.getTime()) || !isReal ? undefined : date;
}

function offsetOf(zone: string): string {
  if (/^[zug]/i.test(zone)) return "Z";
  const [sign, digits] = [zone.slice(0, 1), zone.slice(1).replace(":", "").padEnd(4, "0")];
  return `${sign}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Finds the order of day and month in each column of a table. */
export class DateOrders {
  readonly #seen: Set<DateOrder | "unknown">[];

  constructor(columns: number) {
    this.#seen = Array.from({ length: columns }, () => new Set());
  }

  add(cells: readonly string[]): void {
    for (const [column, cell] of cells.entries()) {
      const order = cell.length > MAX_DATE ? undefined : orderOf(cell);
      if (order !== undefined) this.#seen[column]?.add(order);
    }
  }

  /** Returns for each column `unknown` if it is ambiguous, or null if no date needs an order. */
  found(): (DateOrder | "unknown" | null)[] {
    return this.#seen.map((seen) => {
      const revealed = [...seen].filter((order) => order !== "unknown");
      if (seen.size === 0) return null;
      return revealed.length === 1 ? (revealed[0] ?? null) : "unknown";
    });
  }
}
