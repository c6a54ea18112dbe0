import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { useId, useRef, useState } from "react";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { Marked, Searched } from "../search/Searched.tsx";
import type { Suggestions } from "../search/suggestionsQuery.ts";
import { suggestionsQuery } from "../search/suggestionsQuery.ts";
import { StatusBadge } from "../StatusBadge.tsx";

/** What the choice shows of an item. */
export type MergeTarget = Suggestions["items"][number];

/**
 * Maximum number of listed items. The list contains the search results or, before a search, the
 * items to merge.
 */
const LIMIT = 8;

interface MergeTargetChoiceProps {
  /** The items to merge. If there are several, one of them can be the target. */
  items: readonly MergeTarget[];
  chosenId: number | undefined;
  /** Called with the chosen item, and with null when a new search begins. */
  onChoose: (target: MergeTarget | null) => void;
}

/** A search for the target of a merge, with the results as radio buttons. */
export function MergeTargetChoice({ items, chosenId, onChoose }: MergeTargetChoiceProps) {
  const container = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const { data, error } = useQuery({
    ...suggestionsQuery(search, null, LIMIT),
    placeholderData: keepPreviousData,
  });
  const found = search === "" ? items.slice(0, LIMIT) : data?.items;
  const offered = items.length > 1 ? found : found?.filter(({ id }) => id !== items[0]?.id);
  const startSearch = (text: string) => {
    setSearch(text);
    onChoose(null);
  };
  const chooseFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = offered ?? [];
    if (!first || !["ArrowDown", "Enter"].includes(event.key)) return;
    event.preventDefault();
    onChoose(first);
    container.current?.querySelector<HTMLElement>("input[type=radio]")?.focus();
  };
  return (
    <div ref={container} className="contents">
      <SearchInput
        label="Item to merge into"
        placeholder="Search feedback..."
        value={search}
        onSearch={startSearch}
        onKeyDown={chooseFirst}
        maxLength={200}
      />
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {error.serverMessage ?? "Failed to fetch feedback"}
        </p>
      ) : null}
      {search !== "" && offered?.length === 0 ? (
        <p className="text-sm text-muted">No other item matches.</p>
      ) : null}
      {offered && offered.length > 0 ? (
        <Searched value={search}>
          {search !== "" && data?.areSimilar ? (
            <p role="status" className="text-sm text-muted">
              Nothing contains these words. Similar feedback:
            </p>
          ) : null}
          <Results items={offered} chosenId={chosenId} onChoose={onChoose} />
        </Searched>
      ) : null}
    </div>
  );
}

function Results({ items, chosenId, onChoose }: MergeTargetChoiceProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Matching items</legend>
      {items.map((item) => (
        <label
          key={item.id}
          className={cn(
            "flex items-center gap-3 rounded-lg p-2 text-sm",
            item.id === chosenId ? "bg-primary-tint" : "hover:bg-hover",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={item.id === chosenId}
            onChange={() => onChoose(item)}
            className="size-4 shrink-0 accent-primary"
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="min-w-0 grow basis-48 wrap-anywhere">
              <Marked text={item.title} />
            </bdi>
            <StatusBadge status={item.status} className="shrink-0" />
            <span className="shrink-0 text-muted">{countLabel(item.votes, "vote")}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
