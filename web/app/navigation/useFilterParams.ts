import type { MouseEvent } from "react";
import { useRef } from "react";
import { focusField } from "#web/ui/focusField.ts";
import { useSearchParams } from "./NavigationContext.tsx";

/**
 * Returns a list's filters, which are stored in the URL. `read` parses the filters from the URL's
 * parameters. A filter with its default value is omitted from the URL.
 */
export function useFilterParams<Filters extends object>(
  read: (params: URLSearchParams) => Filters,
  defaults: Filters,
) {
  const [params, changeParams] = useSearchParams();
  const searchRef = useRef<HTMLInputElement>(null);
  const change = (changes: Partial<Filters>) =>
    changeParams((current) => writeFilters(current, { ...read(current), ...changes }, defaults), {
      replace: true,
      keepScroll: true,
    });
  return {
    filters: read(params),
    change,
    /** Reference to the search field, which gets the focus when the filters are cleared. */
    searchRef,
    /**
     * Resets some filters when a button is pressed. The button disappears, so the search field gets
     * the focus.
     */
    clear: (event: MouseEvent, cleared: Partial<Filters>) => {
      focusField(searchRef, event);
      change(cleared);
    },
  };
}

/** Returns a copy of `params` with these filters. A filter with its default value is omitted. */
export function writeFilters<Filters extends object>(
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
