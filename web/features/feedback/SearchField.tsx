import type { RefObject } from "react";
import { Kbd } from "#web/ui/Kbd.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { SEARCH_LENGTH } from "./feedbackFilters.ts";

interface SearchFieldProps {
  /** The current search text. */
  value: string;
  onSearch: (search: string) => void;
  /** Lets a keyboard shortcut focus the field. */
  ref: RefObject<HTMLInputElement | null>;
}

/** The search field of a feedback list. */
export function SearchField({ value, onSearch, ref }: SearchFieldProps) {
  return (
    <SearchInput
      ref={ref}
      name="search"
      label="Search feedback"
      placeholder="Search feedback..."
      maxLength={SEARCH_LENGTH}
      value={value}
      onSearch={onSearch}
      hint={<Kbd className="hidden md:inline-grid noscript:hidden">/</Kbd>}
    />
  );
}
