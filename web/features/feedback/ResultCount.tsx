import { useState } from "react";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";

interface ResultCountProps {
  /** undefined until it is known. */
  total: number | undefined;
  /** A search stops counting at `SEARCH_COUNT_LIMIT`. */
  isSearch: boolean;
  /** Changes with what the reader asks for. */
  listKey: string;
  /** The total is still that of what was asked for before. */
  isOutdated: boolean;
}

/**
 * How many items the list has; read out when the reader has asked for something else, not when
 * others add or delete items.
 */
export function ResultCount({ total, isSearch, listKey, isOutdated }: ResultCountProps) {
  const [answer, setAnswer] = useState({ listKey, total });
  const isNew = answer.listKey !== listKey || answer.total === undefined;
  if (isNew && !isOutdated && total !== undefined) setAnswer({ listKey, total });
  return (
    <p
      role="status"
      aria-live={isNew || answer.total === total ? "polite" : "off"}
      className="min-h-5 text-sm empty:-mr-4 text-muted tabular-nums"
    >
      {total === undefined ? null : countOfResults(total, isSearch)}
    </p>
  );
}

function countOfResults(total: number, isSearch: boolean): string {
  if (total === 1) return "1 result";
  const more = isSearch && total >= SEARCH_COUNT_LIMIT ? "+" : "";
  return `${total.toLocaleString("en")}${more} results`;
}
