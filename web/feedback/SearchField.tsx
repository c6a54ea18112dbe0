import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { RefObject } from "react";
import { Kbd } from "#web/ui/Kbd.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { SEARCH_LENGTH, searchText } from "./feedbackFilters.ts";

const DEBOUNCE_MS = 250;

interface SearchFieldProps {
  /** The search in force. */
  value: string;
  onSearch: (search: string) => void;
  /** So that a key can put the focus here. */
  ref: RefObject<HTMLInputElement | null>;
}

/** The list's search: searches 250 ms after the last key. */
export function SearchField({ value, onSearch, ref }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);
  // A search that came another way, by Back or 'Clear filters', replaces the text; the echo of one's own does not.
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const send = useEffectEvent((search: string) => {
    setSent(search);
    onSearch(search);
  });
  useEffect(() => {
    const search = searchText(text);
    if (search === sent) return undefined;
    const timer = setTimeout(() => send(search), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return (
    <TextInput
      ref={ref}
      type="search"
      name="search"
      aria-label="Search feedback"
      placeholder="Search feedback..."
      autoComplete="off"
      enterKeyHint="search"
      maxLength={SEARCH_LENGTH}
      value={text}
      onChange={(event) => setText(event.target.value)}
      start={<Search aria-hidden="true" />}
      end={
        text === "" ? (
          <Kbd className="hidden md:inline-grid noscript:hidden">/</Kbd>
        ) : (
          <ClearButton
            onClear={() => {
              setText("");
              ref.current?.focus();
            }}
          />
        )
      }
      inputClassName="[&::-webkit-search-cancel-button]:hidden"
    />
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      onClick={onClear}
      className="-mr-3 grid size-10 place-items-center rounded-lg text-muted hover:text-ink noscript:hidden"
    >
      <X aria-hidden="true" />
    </button>
  );
}
