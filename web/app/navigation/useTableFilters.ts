import type { MouseEvent } from "react";
import { useRef } from "react";
import type { TableFilters } from "#web/ui/FilteredTable.tsx";
import { focusField } from "#web/ui/focusField.ts";
import { useSearchParams } from "./NavigationContext.tsx";

/** The filters that a table has. */
export interface FilterSet<Filters> {
  /** The value of each filter that is not set. Such a filter is omitted from the URL. */
  readonly defaults: Filters;
  /** The schemas with which the API reads the filters. */
  readonly shape: {
    readonly [Name in keyof Filters]: {
      safeParse: (value: string) => { data?: Filters[Name] | undefined };
    };
  };
}

/** Reads a table's filters from the URL. Values that the API would refuse are ignored. */
export function readTableFilters<Filters extends object>(
  params: URLSearchParams,
  { defaults, shape }: FilterSet<Filters>,
): Filters {
  const names = Object.keys(defaults) as (keyof Filters & string)[];
  const valueOf = (name: keyof Filters & string) =>
    shape[name].safeParse(params.get(name) ?? "").data ?? defaults[name];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Filters;
}

/** Returns a copy of `params` with these filters. A filter with its default value is omitted. */
export function writeTableFilters<Filters extends object>(
  params: URLSearchParams,
  filters: Filters,
  defaults: Filters,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    if (value === defaults[name as keyof Filters]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Returns a table's filters, which are stored in the URL, and functions that change them. */
export function useTableFilters<Filters extends object>(
  set: FilterSet<Filters>,
): TableFilters<Filters> {
  const { defaults } = set;
  const [params, changeParams] = useSearchParams();
  const searchRef = useRef<HTMLInputElement>(null);
  const filters = readTableFilters(params, set);
  const change = (changes: Partial<Filters>) =>
    changeParams(
      (current) =>
        writeTableFilters(current, { ...readTableFilters(current, set), ...changes }, defaults),
      { replace: true, keepScroll: true },
    );
  const names = (Object.keys(defaults) as (keyof Filters)[]).filter((name) => name !== "sort");
  return {
    filters,
    change,
    searchRef,
    isFiltered: names.some((name) => filters[name] !== defaults[name]),
    clear: (event: MouseEvent) => {
      focusField(searchRef, event);
      change(Object.fromEntries(names.map((name) => [name, defaults[name]])) as Partial<Filters>);
    },
  };
}
