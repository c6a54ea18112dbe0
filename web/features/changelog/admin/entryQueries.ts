import type { EntryState } from "#contract/changelog.ts";
import { ChangelogFilters } from "#contract/changelog.ts";
import { apiPagedQuery, apiQuery } from "#web/app/api/apiQuery.ts";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";

/** The query for an entry as its editor shows it. */
export const entryQuery = (id: number) => apiQuery("/api/changelog/:id", { params: { id } });

/** The path of the editor of an entry. */
export const entryPath = (id: number) => `/company/changelog/${String(id)}`;

export interface EntryFilters {
  readonly search: string;
  readonly state: EntryState | "";
}

const { search, state } = ChangelogFilters.shape;

export const ENTRY_FILTERS: FilterSet<EntryFilters> = {
  defaults: { search: "", state: "" },
  shape: { search, state },
};

/** The query for the entries that match the filters. */
export const entriesQuery = ({ search: words, state: chosen }: EntryFilters) =>
  apiPagedQuery("/api/changelog", {
    query: { search: words || undefined, state: chosen || undefined },
  });
