import { useQuery } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { onePageQuery, apiQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import { SearchX } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import { startFeedbackDraft } from "../feedbackDraft.ts";
import type { FeedbackFilters } from "../feedbackFilters.ts";
import { activeFilters } from "../feedbackFilters.ts";
import { comparedTitle, SimilarItems } from "../SimilarItems.tsx";

export interface EmptyListProps {
  filters: FeedbackFilters;
  /** The board whose items are listed; null for all boards. */
  boardId: number | null;
  /** Clears all filters, and replaces the search. */
  onClear: (event: MouseEvent, search?: string) => void;
  /** Opens the submit dialog; undefined if there is no board. */
  onSubmitFeedback: (() => void) | undefined;
}

/**
 * The empty state of a search. It shows what is similar before it offers to submit something new,
 * and how many items the other filters exclude.
 */
export function NothingFound(props: EmptyListProps) {
  const { filters, boardId, onClear, onSubmitFeedback } = props;
  const { search } = filters;
  const isFilteredToo = activeFilters(filters).length > 0;
  const unfiltered = useUnfilteredTotal(search, boardId, isFilteredToo);
  const similar = useQuery({
    ...apiQuery("/api/feedback/similar", { query: { title: comparedTitle(search) } }),
    refetchOnWindowFocus: false,
  });
  const isPending = similar.isPending || unfiltered.isLoading;
  const total = unfiltered.data?.total ?? 0;
  return (
    <EmptyState
      icon={SearchX}
      title="No matching feedback"
      text={
        isFilteredToo
          ? "Nothing matches this search and these filters."
          : "Nothing contains all words of this search."
      }
      action={
        // The buttons wait for the items above them, so that they do not move.
        isPending ? (
          <SimilarSkeleton />
        ) : (
          <div className="flex w-full min-w-0 flex-col items-center gap-4">
            {total > 0 ? (
              <Button variant="secondary" onClick={(event) => onClear(event, search)}>
                Show {formatCount(total)}
                {total >= SEARCH_COUNT_LIMIT ? "+" : null} {total === 1 ? "result" : "results"}{" "}
                without filters
              </Button>
            ) : null}
            {similar.data && similar.data.length > 0 ? (
              <section
                aria-labelledby="similar-items"
                className="w-full max-w-2xl rounded-xl bg-sunken p-3 text-left"
              >
                <h2 id="similar-items" className="text-sm font-semibold">
                  Similar feedback
                </h2>
                <SimilarItems items={similar.data} />
              </section>
            ) : null}
            <div className="flex max-w-full flex-wrap justify-center gap-2">
              {onSubmitFeedback ? (
                <SubmitAsNew title={search} onSubmitFeedback={onSubmitFeedback} />
              ) : null}
              <Button variant="ghost" onClick={(event) => onClear(event)}>
                {isFilteredToo ? "Clear filters" : "Show all feedback"}
              </Button>
            </div>
          </div>
        )
      }
    />
  );
}

/** Loads the number of items that the search finds without the other filters. */
function useUnfilteredTotal(search: string, boardId: number | null, enabled: boolean) {
  const query = { search, limit: "1" };
  return useQuery({
    ...(boardId === null
      ? onePageQuery("/api/feedback", { query })
      : onePageQuery("/api/boards/:boardId/feedback", { params: { boardId }, query })),
    enabled,
  });
}

function SimilarSkeleton() {
  return (
    <div className="flex w-full max-w-2xl flex-col gap-2 noscript:hidden">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}

interface SubmitAsNewProps {
  title: string;
  onSubmitFeedback: () => void;
}

/** A button that opens the submit dialog with the text of the search as the title. */
function SubmitAsNew({ title, onSubmitFeedback }: SubmitAsNewProps) {
  const { tenantId } = usePortal();
  const submit = () => {
    startFeedbackDraft(tenantId, comparedTitle(title));
    onSubmitFeedback();
  };
  return (
    <Button variant="secondary" className="max-w-full" onClick={submit}>
      <span dir="auto" className="truncate">
        Submit “{title}” as new
      </span>
    </Button>
  );
}
