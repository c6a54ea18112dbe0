import { calendarLabel, parseTime } from "#web/ui/RelativeTime.tsx";

interface MonthGroup<Item> {
  /** The month in UTC, such as 'November 2026'. */
  readonly month: string;
  readonly items: Item[];
}

/** Groups a chronologically sorted list by month without changing the order. */
export function monthGroups<Item extends { createdAt: string }>(
  items: readonly Item[],
): MonthGroup<Item>[] {
  const groups: MonthGroup<Item>[] = [];
  for (const item of items) {
    const month = monthLabel(item.createdAt);
    const last = groups.at(-1);
    if (last?.month === month) last.items.push(item);
    else groups.push({ month, items: [item] });
  }
  return groups;
}

function monthLabel(iso: string): string {
  const time = parseTime(iso);
  return time === null ? "Date unavailable" : calendarLabel(time).replace(/ \d+,/, "");
}
