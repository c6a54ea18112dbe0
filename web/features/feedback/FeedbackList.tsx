import type { Query, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { useState } from "react";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadMore, useRevealedPages } from "#web/ui/LoadMore.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import type { FeedbackCardsProps } from "./FeedbackCards.tsx";
import type { FeedbackPages } from "./feedbackPagesQuery.ts";

const FAILED = "Failed to fetch feedback";

interface FeedbackListProps extends Omit<
  FeedbackCardsProps,
  "items" | "total" | "isOutdated" | "focusIndex"
> {
  list: UseInfiniteQueryResult<FeedbackPages>;
  /** Identifies the filters. When the key changes, the list starts again at its first page. */
  listKey: string;
  /** Displays the loaded items. */
  Cards: ComponentType<FeedbackCardsProps>;
  /** Displayed when the list is empty. */
  empty: ReactNode;
}

/** A feedback list with its loading, error and empty states. */
export function FeedbackList({ list, listKey, empty, ...names }: FeedbackListProps) {
  const client = useQueryClient();
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  if (list.isPending || (isEmpty && list.isPlaceholderData)) {
    return (
      <SkeletonGroup label="Loading feedback" className="flex flex-col gap-3">
        <FeedbackCardSkeleton />
        <FeedbackCardSkeleton />
        <FeedbackCardSkeleton />
      </SkeletonGroup>
    );
  }
  if (!list.data) {
    const message = list.error?.serverMessage ?? FAILED;
    return (
      <ErrorState
        message={message}
        retrying={list.isFetching}
        // Repeats all failed queries, because the query for the sidebar's boards may have failed as
        // well.
        onRetry={() => void client.refetchQueries({ predicate: isFailed, type: "active" })}
      />
    );
  }
  if (isEmpty) return empty;
  const key = list.isPlaceholderData ? "outdated" : `list ${listKey}`;
  return <LoadedPages key={key} list={list} data={list.data} {...names} />;
}

const isFailed = ({ state }: Query) => state.status === "error";

interface LoadedPagesProps extends Omit<FeedbackListProps, "listKey" | "empty"> {
  data: FeedbackPages;
}

function LoadedPages({ list, data, Cards, ...names }: LoadedPagesProps) {
  const revealed = useRevealedPages(data.pages.length, list);
  const [focusIndex, setFocusIndex] = useState<number | null>(null);
  const items = data.pages.slice(0, revealed.count).flatMap((page) => page.items);
  const reveal = () => {
    setFocusIndex(items.length);
    revealed.revealNext();
  };
  const hasFailed = list.isFetchNextPageError && !list.isFetchingNextPage;
  return (
    <>
      <Cards
        items={items}
        {...names}
        total={data.pages.at(-1)?.total ?? 0}
        isOutdated={list.isPlaceholderData}
        focusIndex={focusIndex}
      />
      {revealed.hasMore ? (
        <LoadMore
          pending={revealed.isRequested && list.isFetching}
          error={revealed.isRequested && hasFailed ? (list.error?.serverMessage ?? FAILED) : null}
          onPress={reveal}
          onNear={revealed.fetchAhead}
        />
      ) : null}
    </>
  );
}

function FeedbackCardSkeleton() {
  return (
    <div className="flex gap-3 rounded-xl border border-line bg-surface p-3 sm:gap-4 sm:p-4">
      <Skeleton className="h-16 w-13 shrink-0 rounded-xl" />
      <div className="min-w-0 flex-1">
        <Skeleton className="mt-1 w-2/3" />
        <Skeleton className="mt-2 w-full" />
        <Skeleton className="mt-1.5 w-4/5" />
        <div className="mt-3.5 flex gap-2">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-6 w-28" />
        </div>
      </div>
    </div>
  );
}
