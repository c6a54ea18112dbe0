import { SEARCH_COUNT_LIMIT } from "#contract/feedbackWords.ts";

interface ResultCountProps {
  /** undefined until it is known. */
  total: number | undefined;
  /** A search stops counting at `SEARCH_COUNT_LIMIT`. */
  isSearch: boolean;
}

/** How many items the list has; read out when it changes. */
export function ResultCount({ total, isSearch }: ResultCountProps) {
  return (
    <p role="status" className="min-h-5 text-sm empty:-mr-4 text-muted tabular-nums">
      {total === undefined ? null : countOfResults(total, isSearch)}
    </p>
  );
}

function countOfResults(total: number, isSearch: boolean): string {
  if (total === 1) return "1 result";
  const more = isSearch && total >= SEARCH_COUNT_LIMIT ? "+" : "";
  return `${total.toLocaleString("en")}${more} results`;
}
