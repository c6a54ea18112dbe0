import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { SearchInput } from "#web/ui/SearchInput.tsx";

interface MergeTargetChoiceProps {
  /** The items that will be merged, which are not offered. */
  sourceIds: readonly number[];
  chosenId: number | null;
  /** Called with null when a new search begins. */
  onChoose: (targetId: number | null) => void;
}

/** A search for the item to merge into, with the results as radio buttons. */
export function MergeTargetChoice({ sourceIds, chosenId, onChoose }: MergeTargetChoiceProps) {
  const [search, setSearch] = useState("");
  const { data, error } = useQuery({
    ...apiQuery(feedbackApi.list, { query: { search, limit: "8" } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const results =
    search === "" ? undefined : data?.items.filter(({ id }) => !sourceIds.includes(id));
  const startSearch = (text: string) => {
    setSearch(text);
    onChoose(null);
  };
  return (
    <>
      <SearchInput
        label="Item to merge into"
        placeholder="Search feedback..."
        value={search}
        onSearch={startSearch}
        maxLength={200}
      />
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {error.serverMessage ?? "Failed to fetch feedback"}
        </p>
      ) : null}
      {results?.length === 0 ? <p className="text-sm text-muted">No other item matches.</p> : null}
      {results && results.length > 0 ? (
        <Results items={results} chosenId={chosenId} onChoose={onChoose} />
      ) : null}
    </>
  );
}

interface ResultsProps extends Pick<MergeTargetChoiceProps, "chosenId" | "onChoose"> {
  items: readonly FeedbackItem[];
}

function Results({ items, chosenId, onChoose }: ResultsProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Matching items</legend>
      {items.map(({ id, title, votes }) => (
        <label
          key={id}
          className={cn(
            "flex items-center gap-3 rounded-lg p-2 text-sm",
            id === chosenId ? "bg-primary-tint" : "hover:bg-hover",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={id === chosenId}
            onChange={() => onChoose(id)}
            className="size-4 shrink-0 accent-primary"
          />
          <bdi className="min-w-0 flex-1 wrap-anywhere">{title}</bdi>
          <span className="shrink-0 text-muted">{countLabel(votes, "vote")}</span>
        </label>
      ))}
    </fieldset>
  );
}
