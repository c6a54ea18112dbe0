import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ComponentProps, ComponentType, MouseEvent, RefObject } from "react";
import { useRef, useState } from "react";
import type { Board } from "#contract/boards.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import { apiQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { cn } from "#web/ui/cn.ts";
import { formatCount } from "#web/ui/countLabel.ts";
import { focusField } from "#web/ui/focusField.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { useShortcut } from "#web/ui/shortcuts.ts";
import type { FeedbackCardsProps } from "./FeedbackCards.tsx";
import { FeedbackCards } from "./FeedbackCards.tsx";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { activeFilters, isCountLimited, NO_FILTERS, writeFilters } from "./feedbackFilters.ts";
import { FeedbackList } from "./FeedbackList.tsx";
import { feedbackPagesQuery } from "./feedbackPagesQuery.ts";
import { FilterBar } from "./FilterBar.tsx";
import type { MoreFilterFieldsProps } from "./MoreFilterFields.tsx";
import type { SavedViewLinks } from "./savedViews/SavedViewLinks.tsx";
import { SearchResults } from "./search/Searched.tsx";
import { useFeedbackFilters } from "./useFeedbackFilters.ts";

// Both components are loaded on demand, because most visitors set no filter and most lists are not
// empty.
const FilterChips = lazyPart(async () => (await import("./FilterChips.tsx")).FilterChips);
const FeedbackEmptyState = lazyPart(
  async () => (await import("./FeedbackEmptyState.tsx")).FeedbackEmptyState,
);

const IgnoredFilters = lazyPart(async () => (await import("./IgnoredFilters.tsx")).IgnoredFilters);

/** What the admins' form of a page adds to the list. */
export interface ListTools {
  /** The menu of saved views, the choice between cards and table, and the download. */
  readonly Toolbar: ComponentType<{
    filters: FeedbackFilters;
    boardId: number | null;
  }>;
  /** The links to the saved views in the sidebar. */
  readonly SidebarViews: typeof SavedViewLinks;
  /** The filters in the popover *More filters* that only admins can use. */
  readonly FilterFields: ComponentType<MoreFilterFieldsProps>;
  /** The cards or the table of the list, with the tools for triage. */
  readonly Cards: ComponentType<FeedbackCardsProps>;
}

interface FeedbackBrowserProps {
  /**
   * The board whose items are listed; null for all boards. The component or an ancestor needs a
   * different `key` for each board. Otherwise the component would keep the state of the previous
   * board.
   */
  boardId: number | null;
  /** The boards visible to the viewer. */
  boards: readonly Board[];
  /** Opens the submit dialog; undefined if there is no board. */
  onSubmitFeedback: (() => void) | undefined;
  /** The admins' tools; undefined in the visitors' form of a page. */
  tools: ListTools | undefined;
}

/** Returns a ref for the search field. The shortcut `/` focuses the field and selects its text. */
function useSearchShortcut(): RefObject<HTMLInputElement | null> {
  const searchRef = useRef<HTMLInputElement>(null);
  useShortcut("/", "Focus the search", () => {
    searchRef.current?.focus();
    searchRef.current?.select();
  });
  return searchRef;
}

/** A feedback list with its filter bar (docs/specification.md "All Feedback (/feedback)"). */
export function FeedbackBrowser(props: FeedbackBrowserProps) {
  const { boardId, boards, onSubmitFeedback, tools } = props;
  const ownCategories = useQuery(wholeListQuery("/api/categories")).data;
  const categories = ownCategories ?? [];
  const { filters, ignored, isAdmin, change } = useFeedbackFilters({
    categories: ownCategories,
    boards,
    pageBoardId: boardId,
  });
  const admins = useQuery({ ...apiQuery("/api/assignees"), enabled: isAdmin }).data ?? [];
  const list = useInfiniteQuery({
    ...feedbackPagesQuery(filters, boardId, isAdmin),
    placeholderData: keepPreviousData,
  });
  const listKey = writeFilters(new URLSearchParams(), filters).toString();
  const searchRef = useSearchShortcut();
  const clear = (event: MouseEvent, search = "") => {
    focusField(searchRef, event);
    change({ ...NO_FILTERS, sort: filters.sort, search });
  };
  const shared = { filters, onChange: change, categories, boards, admins, searchRef };
  return (
    <>
      <FilterBar {...shared} boardId={boardId} AdminFields={tools?.FilterFields} />
      {ignored.length > 0 ? <IgnoredFilters names={ignored} /> : null}
      <div className="mt-4 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ResultCount
          total={list.data?.pages.at(-1)?.total}
          isLimited={isCountLimited(filters)}
          listKey={listKey}
          isOutdated={list.isPlaceholderData}
        />
        <ChosenFilters {...shared} onClear={(event) => clear(event)} />
        {tools && <tools.Toolbar filters={filters} boardId={boardId} />}
      </div>
      <SearchResults search={filters.search}>
        <FeedbackList
          list={list}
          listKey={listKey}
          boards={boards}
          pageBoardId={boardId}
          categories={categories}
          filters={filters}
          onChange={change}
          Cards={tools?.Cards ?? FeedbackCards}
          empty={
            <FeedbackEmptyState
              filters={filters}
              boardId={boardId}
              onClear={clear}
              onSubmitFeedback={onSubmitFeedback}
            />
          }
        />
      </SearchResults>
    </>
  );
}

function ChosenFilters(props: ComponentProps<typeof FilterChips>) {
  return activeFilters(props.filters).length > 0 ? <FilterChips {...props} /> : null;
}

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
function ResultCount({ total, isLimited, listKey, isOutdated }: ResultCountProps) {
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
  return `${formatCount(total)}${more} results`;
}
