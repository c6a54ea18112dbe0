import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { useId, useRef, useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { onePageQuery } from "#web/app/api/apiQuery.ts";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { StatusBadge } from "../StatusBadge.tsx";

/**
 * Maximum number of listed items. The list contains the search results or, before a search, the
 * items to merge.
 */
const LIMIT = 8;

interface MergeTargetChoiceProps {
  /** The items to merge. If there are several, one of them can be the target. */
  items: readonly FeedbackItem[];
  chosenId: number | undefined;
  /** Called with the chosen item, and with null when a new search begins. */
  onChoose: (target: FeedbackItem | null) => void;
}

/** A search for the target of a merge, with the results as radio buttons. */
export function MergeTargetChoice({ items, chosenId, onChoose }: MergeTargetChoiceProps) {
  const container = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const { data, error } = useQuery({
    ...onePageQuery("/api/feedback", { query: { search, limit: String(LIMIT) } }),
    enabled: search !== "",
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
        <Results items={offered} chosenId={chosenId} onChoose={onChoose} />
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
            <bdi className="min-w-0 grow basis-48 wrap-anywhere">{item.title}</bdi>
            <StatusBadge status={item.status} className="shrink-0" />
            <span className="shrink-0 text-muted">{countLabel(item.votes, "vote")}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
