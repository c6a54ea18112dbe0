import type { Dashboard } from "#contract/dashboard.ts";

/** A figure of the dashboard with its label. */
export type SeriesKey = keyof Dashboard["totals"];

/** The figures in display order. */
export const SERIES: readonly { readonly key: SeriesKey; readonly label: string }[] = [
  { key: "companies", label: "Companies" },
  { key: "users", label: "Users" },
  { key: "items", label: "Items" },
  { key: "votes", label: "Votes" },
  { key: "comments", label: "Comments" },
];
