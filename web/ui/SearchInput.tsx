import { Search, X } from "lucide-react";
import { useRef } from "react";
import { TextInput } from "./TextInput.tsx";
import { useSettledText } from "./useSettledText.ts";

interface SearchInputProps {
  /** Names the field for screen readers. */
  label: string;
  placeholder: string;
  /** The search in force. */
  value: string;
  /** Gets the trimmed text 250 ms after the last key. */
  onSearch: (search: string) => void;
  maxLength: number;
}

/** Search in a list. A search that came another way, by Back for one, replaces what is typed. */
export function SearchInput({ label, placeholder, value, onSearch, maxLength }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useSettledText(value, onSearch);
  const clear = () => {
    setText("");
    field.current?.focus();
  };
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={maxLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      start={<Search aria-hidden="true" />}
      end={text === "" ? null : <ClearButton onClear={clear} />}
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
      className="-mr-3 grid size-10 place-items-center rounded-lg text-muted hover:text-ink"
    >
      <X aria-hidden="true" />
    </button>
  );
}
