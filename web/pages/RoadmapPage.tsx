import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Map } from "#web/ui/pageIcons.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import {
  useCurrentUser,
  useManagedCompanyId,
  useNeedsFirstBoard,
  usePortal,
} from "#web/app/api/SessionContext.tsx";
import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { VoteButton } from "#web/features/feedback/VoteButton.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { BoardLinks, boardsQuery } from "#web/features/roadmap/BoardLinks.tsx";
import { BoardFilter } from "#web/features/roadmap/BoardFilter.tsx";
import { BOARD_PARAMETER, filteredBoard } from "#web/features/roadmap/filteredBoard.ts";
import { RoadmapBoard } from "#web/features/roadmap/RoadmapBoard.tsx";
import { RoadmapCard } from "#web/features/roadmap/RoadmapCard.tsx";
import { columnQuery, columnTotal, useRoadmapColumns } from "#web/features/roadmap/roadmapQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import type { PageContext } from "./pageModule.ts";

// The code is loaded on demand, because only admins drag cards.
const DraggableRoadmap = lazyPart(
  async () => (await import("#web/features/roadmap/DraggableRoadmap.tsx")).DraggableRoadmap,
);

const SUBTITLE = "Track feature requests from the first idea to completion";

/**
 * The page /roadmap, which is also the page / on a company's host. It shows the items that are
 * being evaluated, planned, under development or complete (docs/specification.md "Roadmap
 * (/roadmap)"). Nothing is fetched if neither the host nor the user has a company.
 */
export function Component() {
  const { tenantId } = usePortal();
  return (
    <PageContainer>
      <PageMeta title="Product Roadmap" description={SUBTITLE} />
      {tenantId === null ? (
        <>
          <PageHeading title="Product Roadmap" subtitle={SUBTITLE} />
          <NoCompany />
        </>
      ) : (
        <Roadmap tenantId={tenantId} />
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
  const boardId = filteredBoard(search, known)?.id ?? null;
  await Promise.allSettled([
    boards,
    ...ROADMAP_STATUSES.map((status) => client.infiniteQuery(columnQuery(status, boardId))),
  ]);
}

function Roadmap({ tenantId }: { tenantId: number }) {
  const isAdmin = isAdminOf(useCurrentUser(), tenantId);
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const boardList = useQuery(boardsQuery);
  const boards = boardList.data ?? [];
  const boardId = filteredBoard(search, boards)?.id ?? null;
  const columns = useRoadmapColumns(boardId);
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
    boardId === null && ROADMAP_STATUSES.every((status) => columnTotal(columns[status]) === 0);
  const from = boardId === null ? pathname : `${pathname}?${BOARD_PARAMETER}=${String(boardId)}`;
  const renderCard = (item: FeedbackItem, handle?: ReactNode) => (
    <RoadmapCard
      item={item}
      board={boards.find(({ id }) => id === item.boardId)}
      from={from}
      voteButton={<VoteButton item={item} size="dense" />}
      handle={handle}
    />
  );
  return (
    <>
      <PageHeading
        title="Product Roadmap"
        subtitle={SUBTITLE}
        actions={boards.length > 1 ? <BoardFilter boards={boards} /> : null}
      />
      <BoardLinks />
      {isEmpty ? <EmptyRoadmap /> : null}
      {isAdmin ? (
        <DraggableRoadmap columns={columns} boardId={boardId} renderCard={renderCard} />
      ) : (
        <RoadmapBoard columns={columns} renderCard={(item) => renderCard(item)} />
      )}
    </>
  );
}

const SetupChecklist = lazyPart(
  async () => (await import("#web/features/setup/SetupChecklist.tsx")).SetupChecklist,
);

/**
 * Shows admins the steps to set up the portal until the steps are done or dismissed. Otherwise,
 * shows that the roadmap is empty.
 */
function EmptyRoadmap() {
  const isManager = useManagedCompanyId() !== null;
  return isManager ? <SetupChecklist otherwise={<NothingYet />} /> : <NothingYet />;
}

function NothingYet() {
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
