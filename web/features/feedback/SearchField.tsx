import type { RefObject } from "react";
import { createElement, useId, useState } from "react";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useLazyComponent } from "#web/ui/lazyComponent.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { LONGEST_SEARCH } from "./feedbackFilters.ts";

const loadSuggestions = async () =>
  (await import("./search/SearchSuggestions.tsx")).SearchSuggestions;

interface SearchFieldProps {
  /** The current search text. */
  value: string;
  onSearch: (search: string) => void;
  /** The board whose items are listed; null for all boards. */
  boardId: number | null;
  /** Lets a keyboard shortcut focus the field. */
  ref: RefObject<HTMLInputElement | null>;
}

/** The search field of a feedback list, with suggestions, whose code is loaded on focus. */
export function SearchField({ value, onSearch, boardId, ref }: SearchFieldProps) {
  const id = useId();
  const [isUsed, setIsUsed] = useState(false);
  const Suggestions = useLazyComponent(loadSuggestions, {
    request: Number(isUsed),
    atIdle: false,
  });
  return (
    <div onFocus={() => setIsUsed(true)}>
      <SearchInput
        ref={ref}
        name="search"
        label="Search feedback"
        placeholder="Search feedback..."
        maxLength={LONGEST_SEARCH}
        value={value}
        onSearch={onSearch}
        // `SearchSuggestions` sets the attributes that change.
        role="combobox"
        aria-autocomplete="list"
        aria-controls={id}
        aria-expanded={false}
        hint={<Kbd className="hidden md:inline-grid noscript:hidden">/</Kbd>}
      />
      {Suggestions && createElement(Suggestions, { id, input: ref, value, boardId })}
    </div>
  );
}
