import { CHANGELOG_MONTH } from "#contract/changelogMonth.ts";
import { apiPagedQuery, apiQuery } from "#web/app/api/apiQuery.ts";

/** What the changelog's address says about what is shown. */
export interface ChangelogFilters {
  /** The id of a label, as digits. */
  readonly label: string | undefined;
  /** The newest month that is shown, such as `2026-05`. */
  readonly month: string | undefined;
  readonly search: string | undefined;
}

/** Reads the filters from the query of the address. Values that the API would refuse are ignored. */
export function readChangelogFilters(query: URLSearchParams): ChangelogFilters {
  const valid = (name: string, pattern: RegExp) => {
    const value = query.get(name)?.trim() ?? "";
    return pattern.test(value) ? value : undefined;
  };
  return {
    label: valid("label", /^[1-9]\d{0,14}$/),
    month: valid("month", CHANGELOG_MONTH),
    search: valid("search", /^.{1,200}$/su),
  };
}

/** Returns the address of the changelog with these filters. */
export function changelogPath(filters: Partial<ChangelogFilters>): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(set).toString();
  return query === "" ? "/changelog" : `/changelog?${query}`;
}

export const timelineQuery = ({ label, month, search }: ChangelogFilters) =>
  apiPagedQuery("/api/changelog/timeline", { query: { label, month, search } });

/** The query for the completed items that a search finds. */
export const foundItemsQuery = (search: string) =>
  apiPagedQuery("/api/feedback", { query: { status: "complete", sort: "date", search } });

export const labelsQuery = apiQuery("/api/changelog/labels");
export const monthsQuery = apiQuery("/api/changelog/months");
export const subscriptionQuery = apiQuery("/api/changelog/subscription");
export const entryQuery = (slug: string) =>
  apiQuery("/api/changelog/slug/:slug", { params: { slug } });
