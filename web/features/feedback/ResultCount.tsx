import { useState } from "react";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import { cn } from "#web/ui/cn.ts";

interface ResultCountProps {
  /** The number of items; undefined until the first page of the list has loaded. */
  total: number | undefined;
  /** Whether at most `SEARCH_COUNT_LIMIT` items are counted. */
  isLimited: boolean;
  /** Identifies the filters. */
  listKey: string;
  /** Whether the total is that of the previous filters. */
  isOutdated: boolean;
}

/**
 * Displays the number of items. If the number is zero, the text is only for screen readers. Screen
 * readers announce the number when the filters change, but not when items are added or deleted.
 */
export function ResultCount({ total, isLimited, listKey, isOutdated }: ResultCountProps) {
  const [answer, setAnswer] = useState({ listKey, total });
  const isNew = answer.listKey !== listKey || answer.total === undefined;
  if (isNew && !isOutdated && total !== undefined) setAnswer({ listKey, total });
  return (
    <p
      role="status"
      aria-live={isNew || answer.total === total ? "polite" : "off"}
      className={cn("min-h-5 text-sm text-muted tabular-nums", !total && "-mr-4")}
    >
      {total === 0 ? <span className="sr-only">No results</span> : null}
      {total ? countOfResults(total, isLimited) : null}
    </p>
  );
}

function countOfResults(total: number, isLimited: boolean): string {
  if (total === 1) return "1 result";
  const more = isLimited && total >= SEARCH_COUNT_LIMIT ? "+" : "";
  return `${total.toLocaleString("en")}${more} results`;
}
