import type { MouseEvent, RefObject } from "react";
import { useEffect, useRef } from "react";
import type { FeedbackFilter } from "#contract/feedbackFilters.ts";
import { Button } from "#web/ui/Button.tsx";
import { focusField } from "#web/ui/focusField.ts";
import type { FeedbackFilters, FilterNames } from "./feedbackFilters.ts";
import { X } from "#web/ui/icons.ts";
import { activeFilters, filterLabel, NO_FILTERS } from "./feedbackFilters.ts";

interface FilterChipsProps extends FilterNames {
  filters: FeedbackFilters;
  onChange: (changes: Partial<FeedbackFilters>) => void;
  /** Clears all filters and the search. */
  onClear: (event: MouseEvent) => void;
  /** Gets the focus after the last filter was removed. */
  searchRef: RefObject<HTMLInputElement | null>;
}

/** The active filters with remove buttons, and a button to clear all filters. */
export function FilterChips({
  filters,
  onChange,
  onClear,
  searchRef,
  ...filterNames
}: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  // The names of removed filters. The chips of these filters are displayed until the URL has
  // changed, and must not get the focus until then.
  const removed = useRef(new Set<FeedbackFilter>());
  const chips = activeFilters(filters).flatMap((name) => {
    const label = filterLabel(filters, name, filterNames);
    return label === undefined ? [] : [{ name, label }];
  });
  const names = chips.map(({ name }) => name);
  const shown = names.join();
  useEffect(() => removed.current.clear(), [shown]);
  const remove = (name: FeedbackFilter, event: MouseEvent) => {
    removed.current.add(name);
    const index = names.indexOf(name);
    const isStaying = (other: FeedbackFilter) => !removed.current.has(other);
    const next = names.slice(index).find(isStaying) ?? names.slice(0, index).findLast(isStaying);
    if (next === undefined) focusField(searchRef, event);
    else list.current?.children[names.indexOf(next)]?.querySelector("button")?.focus();
    onChange({ [name]: NO_FILTERS[name] });
  };
  return (
    <ul ref={list} className="flex min-w-0 flex-wrap items-center gap-2 noscript:hidden">
      {chips.map(({ name, label }) => (
        <li key={name} className="min-w-0">
          <Chip label={label} onRemove={(event) => remove(name, event)} />
        </li>
      ))}
      <li>
        <Button variant="ghost" size="sm" onClick={onClear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: (event: MouseEvent) => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove filter ${label}`}
      onClick={onRemove}
      className="flex h-10 max-w-full items-center gap-1.5 rounded-lg bg-primary-tint pr-2 pl-3 text-sm font-medium text-primary-text transition-colors hover:bg-hover md:h-8"
    >
      <span className="max-w-64 truncate">{label}</span>
      <X aria-hidden="true" className="size-4 shrink-0" />
    </button>
  );
}
