import type { MouseEvent } from "react";
import { useRef } from "react";
import { focusField } from "#web/ui/focusField.ts";
import { writeFilters } from "./filterParams.ts";
import { useSearchParams } from "./NavigationContext.tsx";

/**
 * A list's filters, which are stored in the address. `read` parses them from its parameters; a
 * filter that has its default value is left out of the address.
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
    /** For the search field, which gets the focus when the filters are cleared. */
    searchRef,
    /** Resets some filters, from a button that disappears with the press. */
    clear: (event: MouseEvent, cleared: Partial<Filters>) => {
      focusField(searchRef, event);
      change(cleared);
    },
  };
}
