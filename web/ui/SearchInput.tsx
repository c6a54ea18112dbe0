import { Search, X } from "./icons.ts";
import { useRef } from "react";
import type { ReactNode, RefObject } from "react";
import { TextInput } from "./TextInput.tsx";
import { useDebouncedText } from "./useDebouncedText.ts";
import { useInputBeforeHydration } from "./useInputBeforeHydration.ts";

interface SearchInputProps {
  /** Names the field for screen readers. */
  label: string;
  placeholder: string;
  /** The search in force. */
  value: string;
  /** Gets the trimmed text 250 ms after the last key. */
  onSearch: (search: string) => void;
  maxLength: number;
  /** For a form that is sent without JavaScript. */
  name?: string;
  /** Stands at the end while nothing is typed. */
  hint?: ReactNode;
  /** So that a key can put the focus here. */
  ref?: RefObject<HTMLInputElement | null>;
}

/** Search in a list. A search that came another way, by Back for one, replaces what is typed. */
export function SearchInput({
  label,
  value,
  onSearch,
  hint = null,
  ref,
  ...field
}: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const [text, setText] = useDebouncedText(value, onSearch);
  useInputBeforeHydration(input, text, setText);
  const clear = () => {
    setText("");
    input.current?.focus();
  };
  return (
    <TextInput
      {...field}
      ref={input}
      type="search"
      aria-label={label}
      autoComplete="off"
      enterKeyHint="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      start={<Search aria-hidden="true" />}
      end={text === "" ? hint : <ClearButton onClear={clear} />}
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
