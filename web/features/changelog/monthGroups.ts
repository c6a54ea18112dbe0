import { calendarWords, parseTime } from "#web/ui/dateWords.ts";

interface MonthGroup<Item> {
  /** 'November 2026', in UTC. */
  readonly month: string;
  readonly items: Item[];
}

/** Splits a list that is in order of time into its months, in the same order. */
export function monthGroups<Item extends { createdAt: string }>(items: readonly Item[]): MonthGroup<Item>[] {
  const groups: MonthGroup<Item>[] = [];
  for (const item of items) {
    const month = monthWords(item.createdAt);
    const last = groups.at(-1);
    if (last?.month === month) last.items.push(item);
    else groups.push({ month, items: [item] });
  }
  return groups;
}

function monthWords(iso: string): string {
  const time = parseTime(iso);
  return time === null ? "Date unavailable" : calendarWords(time).replace(/ \d+,/, "");
}
