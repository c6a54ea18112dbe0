import { useQuery } from "@tanstack/react-query";
import mapShapes from "lucide/dist/esm/icons/map.mjs";
import type { ReactNode } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { useNeedsFirstBoard, usePortal } from "#web/app/api/SessionContext.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { VoteButton } from "#web/features/feedback/VoteButton.tsx";
import {
  BoardFilter,
  BOARD_PARAMETER,
  filteredBoards,
} from "#web/features/roadmap/BoardFilter.tsx";
import { BoardLinks, boardsQuery } from "#web/features/roadmap/BoardLinks.tsx";
import { RoadmapBoard } from "#web/features/roadmap/RoadmapBoard.tsx";
import { RoadmapCard } from "#web/features/roadmap/RoadmapCard.tsx";
import type { RoadmapColumns } from "#web/features/roadmap/roadmapQuery.ts";
import { columnQuery, columnTotal, useRoadmapColumns } from "#web/features/roadmap/roadmapQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { createIcon } from "#web/ui/icons.ts";
import type { PageContext } from "./pageModule.ts";

const Map = createIcon(mapShapes);

// One line on phones.
const SUBTITLE = "Track feature requests from idea to release";

/** The page /roadmap for visitors and customers, which is also the page / on a company's host. */
export function Component() {
  return (
    <RoadmapScreen
      renderColumns={({ columns, renderCard }) => (
        <RoadmapBoard columns={columns} renderCard={(item) => renderCard(item)} />
      )}
      empty={<NothingYet />}
    />
  );
}

interface RoadmapScreenProps {
  renderColumns: (content: {
    columns: RoadmapColumns;
    /** The boards to which the roadmap is limited; none for all boards. */
    boards: readonly Board[];
    /** Renders a card. `handle` is the button that moves the card. */
    renderCard: (item: FeedbackItem, handle?: ReactNode) => ReactNode;
  }) => ReactNode;
  /** Buttons beside the filter by boards. */
  actions?: ReactNode;
  /** Shown above the columns of an empty roadmap. */
  empty: ReactNode;
}

/**
 * The items that are being evaluated, planned, under development or complete (docs/specification.md
 * "Roadmap (/roadmap)"). Nothing is fetched if neither the host nor the user has a company.
 */
export function RoadmapScreen(props: RoadmapScreenProps) {
  const { tenantId } = usePortal();
  return (
    <PageContainer className="page-roadmap">
      <PageMeta title="Product Roadmap" description={SUBTITLE} />
      {tenantId === null ? (
        <>
          <PageHeading title="Product Roadmap" subtitle={SUBTITLE} />
          <NoCompany />
        </>
      ) : (
        <Roadmap {...props} />
      )}
    </PageContainer>
  );
}

/** Preloads the boards and the first page of each column. */
export async function preloads({ client, portal, search }: PageContext): Promise<void> {
  if (portal.tenantId === null) return;
  const boards = client.query(boardsQuery).catch(() => []);
  // Waits for the boards only if the URL names a board, because only then a board filters the
  // columns.
  const known = search.has(BOARD_PARAMETER) ? await boards : [];
  const filtered = filteredBoards(search, known);
  await Promise.allSettled([
    boards,
    ...ROADMAP_STATUSES.map((status) => client.infiniteQuery(columnQuery(status, filtered))),
  ]);
}

function Roadmap({ renderColumns, actions, empty }: RoadmapScreenProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const boardList = useQuery(boardsQuery);
  const boards = boardList.data ?? [];
  const filtered = filteredBoards(search, boards);
  const columns = useRoadmapColumns(filtered);
  const states = ROADMAP_STATUSES.map((status) => columns[status]);
  if (states.every(({ data, isError }) => isError && !data)) {
    return (
      <>
        <PageHeading title="Product Roadmap" subtitle={SUBTITLE} />
        <ErrorState
          message="Failed to fetch feedback"
          retrying={states.some(({ isFetching }) => isFetching)}
          onRetry={() => [boardList, ...states].forEach(({ refetch }) => void refetch())}
        />
      </>
    );
  }
  const isEmpty =
    filtered.length === 0 && ROADMAP_STATUSES.every((status) => columnTotal(columns[status]) === 0);
  const address = new URLSearchParams(
    filtered.map(({ id }) => [BOARD_PARAMETER, String(id)]),
  ).toString();
  const from = address === "" ? pathname : `${pathname}?${address}`;
  const renderCard = (item: FeedbackItem, handle?: ReactNode) => (
    <RoadmapCard
      item={item}
      board={boards.find(({ id }) => id === item.boardId)}
      namesBoard={filtered.length !== 1 && boards.length > 1}
      from={from}
      voteButton={<VoteButton item={item} size="dense" />}
      handle={handle}
    />
  );
  return (
    <>
      <PageHeading title="Product Roadmap" subtitle={SUBTITLE} />
      {/* On phones, the menus and the links are one row, so that the cards start high up. */}
      <div className="mb-4 flex items-center justify-between gap-x-4 max-md:flex-row-reverse">
        <BoardLinks />
        <div className="flex shrink-0 gap-2 empty:hidden">
          {actions}
          {boards.length > 1 ? <BoardFilter boards={boards} /> : null}
        </div>
      </div>
      {isEmpty ? empty : null}
      {renderColumns({ columns, boards: filtered, renderCard })}
    </>
  );
}

/** Says that the roadmap is empty. */
export function NothingYet() {
  const needsFirstBoard = useNeedsFirstBoard();
  return (
    <EmptyState
      className="mb-6"
      icon={Map}
      title="Nothing on the roadmap yet"
      text="Feedback appears here once it is being evaluated, planned, developed or complete."
      action={
        <Button asChild>
          {needsFirstBoard ? (
            <a href="/company/boards">Create your first board</a>
          ) : (
            <a href="/feedback">See all feedback</a>
          )}
        </Button>
      }
    />
  );
}
