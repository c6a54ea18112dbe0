import type { RefObject } from "react";
import { useId, useState } from "react";
import { Kbd } from "#web/ui/Kbd.tsx";
import { idlePart } from "#web/ui/lazyComponent.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { LONGEST_SEARCH } from "./feedbackFilters.ts";

const SearchSuggestions = idlePart(
  async () => (await import("./search/SearchSuggestions.tsx")).SearchSuggestions,
);

interface SearchFieldProps {
  /** The current search text. */
  value: string;
  onSearch: (search: string) => void;
  /** The board whose items are listed; null for all boards. */
  boardId: number | null;
  /** Lets a keyboard shortcut focus the field. */
  ref: RefObject<HTMLInputElement | null>;
}

/** The search field of a feedback list, with suggestions, whose code is loaded after the first focus. */
export function SearchField({ value, onSearch, boardId, ref }: SearchFieldProps) {
  const id = useId();
  // The text in the field when it got the focus; null until then.
  const [before, setBefore] = useState<string | null>(null);
  return (
    <div onFocus={() => setBefore(ref.current?.value ?? "")}>
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
      {before === null ? null : (
        <SearchSuggestions id={id} input={ref} value={value} before={before} boardId={boardId} />
      )}
    </div>
  );
}
