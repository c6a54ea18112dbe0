import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { useDebounced } from "#web/ui/useDebounced.ts";
import { useListAddress } from "../FeedbackCards.tsx";
import { searchText } from "../feedbackFilters.ts";
import { StatusBadge } from "../StatusBadge.tsx";
import { Marked, Searched } from "./Searched.tsx";
import type { Suggestions } from "./suggestionsQuery.ts";
import { suggestionsQuery } from "./suggestionsQuery.ts";

const LIMIT = 5;
/** Shorter texts are found in most items. */
const MIN_LENGTH = 2;
const DEBOUNCE_MS = 150;

interface SearchSuggestionsProps {
  /** The id of the listbox. */
  id: string;
  /** The search field, whose keys and input these suggestions follow. */
  input: RefObject<HTMLInputElement | null>;
  /** The search of the list. */
  value: string;
  /** The text in the field when it got the focus. */
  before: string;
  boardId: number | null;
}

/**
 * Suggestions below a search field while the user types: the arrow keys choose one, Enter opens it,
 * and Escape closes the list. Without a chosen suggestion, Enter only closes the list, because the
 * results are below it.
 */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { id, input, value, before, boardId } = props;
  // The text since the last change in the field; null while the suggestions are closed.
  const [typed, setTyped] = useState<string | null>(null);
  const startWith = useEffectEvent((field: HTMLInputElement) => {
    // The list may already show the results of what was typed.
    const isTyped = field.value !== value || field.value !== before;
    if (isTyped && document.activeElement === field) setTyped(field.value);
  });
  useEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    const open = () => setTyped(field.value);
    const close = () => setTyped(null);
    const openByKey = ({ key }: KeyboardEvent) => key === "ArrowDown" && open();
    // The user can type before this code is loaded.
    const timer = setTimeout(() => startWith(field));
    field.addEventListener("input", open);
    field.addEventListener("keydown", openByKey);
    field.addEventListener("blur", close);
    return () => {
      clearTimeout(timer);
      field.removeEventListener("input", open);
      field.removeEventListener("keydown", openByKey);
      field.removeEventListener("blur", close);
    };
  }, [input]);
  const search = searchText(typed ?? "");
  const settled = useDebounced(search, DEBOUNCE_MS);
  if (search.length < MIN_LENGTH) return null;
  return (
    <OpenSuggestions
      id={id}
      input={input}
      search={search}
      settled={settled}
      boardId={boardId}
      onClose={() => setTyped(null)}
    />
  );
}

interface OpenSuggestionsProps extends Omit<SearchSuggestionsProps, "value" | "before"> {
  search: string;
  /** The search after a pause in typing. */
  settled: string;
  onClose: () => void;
}

function OpenSuggestions(props: OpenSuggestionsProps) {
  const { id, input, search, settled, boardId, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  const { data } = useQuery({
    ...suggestionsQuery(settled, boardId, LIMIT),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState({ search, index: -1 });
  const items = data?.items ?? [];
  const index = chosen.search === search && chosen.index < items.length ? chosen.index : -1;
  useComboboxState(input, items.length > 0, index < 0 ? null : `${id}-${String(index)}`);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || items.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      // One more position than items: in the field, no suggestion is chosen.
      const places = items.length + 1;
      setChosen({ search, index: ((index + 1 + step + places) % places) - 1 });
    } else if (event.key === "Enter") {
      list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.click();
      onClose();
    } else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const field = input.current;
    field?.addEventListener("keydown", press);
    return () => field?.removeEventListener("keydown", press);
  }, [input]);
  if (!data || items.length === 0) return null;
  return (
    <div className="absolute left-0 z-40 mt-1 w-full max-w-lg rounded-xl border bg-raised p-1 text-ink shadow-float">
      <p role="status" className={data.areSimilar ? "p-2 text-xs text-muted" : "sr-only"}>
        {data.areSimilar
          ? "Nothing contains these words. Similar feedback:"
          : countLabel(items.length, "suggestion")}
      </p>
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={data.areSimilar ? "Similar feedback" : "Suggestions"}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Searched value={search}>
          <Options id={id} items={items} index={index} onOpen={onClose} />
        </Searched>
      </div>
    </div>
  );
}

/** Sets the attributes of the combobox, which the page's code renders as closed. */
function useComboboxState(
  input: RefObject<HTMLInputElement | null>,
  isExpanded: boolean,
  activeId: string | null,
): void {
  useEffect(() => {
    const field = input.current;
    field?.setAttribute("aria-expanded", String(isExpanded));
    if (activeId !== null) field?.setAttribute("aria-activedescendant", activeId);
    return () => {
      field?.setAttribute("aria-expanded", "false");
      field?.removeAttribute("aria-activedescendant");
    };
  }, [input, isExpanded, activeId]);
}

interface OptionsProps {
  id: string;
  items: Suggestions["items"];
  /** The index of the chosen item; -1 if none is chosen. */
  index: number;
  onOpen: () => void;
}

function Options({ id, items, index, onOpen }: OptionsProps) {
  const from = encodeURIComponent(useListAddress());
  return items.map((item, at) => (
    <a
      key={item.id}
      id={`${id}-${String(at)}`}
      role="option"
      aria-selected={at === index}
      tabIndex={-1}
      href={`/feedback/${String(item.id)}?from=${from}`}
      onClick={onOpen}
      className={cn(
        "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg p-2 text-sm hover:bg-hover",
        at === index && "bg-hover",
      )}
    >
      <span dir="auto" className="line-clamp-2 w-full min-w-0 wrap-anywhere sm:w-auto sm:flex-1">
        <Marked text={item.title} />
      </span>
      <StatusBadge status={item.status} className="shrink-0" />
      <span className="shrink-0 text-muted sm:w-20 sm:text-right">
        {countLabel(item.votes, "vote")}
      </span>
    </a>
  ));
}
