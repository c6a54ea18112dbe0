import type { Dashboard } from "#contract/dashboard.ts";

/** One of the figures that a dashboard shows, and how it is called. */
export type SeriesKey = keyof Dashboard["totals"];

/** The figures in the order in which they are shown. */
export const SERIES: readonly { readonly key: SeriesKey; readonly label: string }[] = [
  { key: "companies", label: "Companies" },
  { key: "users", label: "Users" },
  { key: "items", label: "Items" },
  { key: "votes", label: "Votes" },
  { key: "comments", label: "Comments" },
];
