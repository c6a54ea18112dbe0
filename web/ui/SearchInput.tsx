import { useRef } from "react";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { TextInput } from "./TextInput.tsx";
import { useDebouncedText } from "./useDebounced.ts";
import { useInputBeforeHydration } from "./useHydrated.ts";
import { Search, X } from "./icons.ts";

interface SearchInputProps extends Pick<
  ComponentProps<"input">,
  "role" | "aria-autocomplete" | "aria-controls" | "aria-expanded" | "onKeyDown"
> {
  /** Accessible name of the field. */
  label: string;
  placeholder: string;
  /** The current search. */
  value: string;
  /** Called with the trimmed text 250 ms after the last change. */
  onSearch: (search: string) => void;
  maxLength: number;
  /** The field's name in forms that are submitted without JavaScript. */
  name?: string;
  /** Content that is shown at the end of the field while the field is empty. */
  hint?: ReactNode;
  /** Reference to the field, for a shortcut that focuses the field. */
  ref?: RefObject<HTMLInputElement | null>;
}

/**
 * The search field of a list. If `value` changes without input in the field, for instance by Back,
 * the field shows the new value.
 */
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
