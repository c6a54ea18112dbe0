import type { Dashboard } from "#contract/dashboard.ts";

/** The name of one of the dashboard's figures. */
export type SeriesKey = keyof Dashboard["totals"];

/** The figures of the dashboard with their labels, in display order. */
export const SERIES: readonly { readonly key: SeriesKey; readonly label: string }[] = [
  { key: "companies", label: "Companies" },
  { key: "users", label: "Users" },
  { key: "items", label: "Items" },
  { key: "votes", label: "Votes" },
  { key: "comments", label: "Comments" },
];
