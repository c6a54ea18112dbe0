import { useQuery } from "@tanstack/react-query";
import { Map } from "#web/ui/pageIcons.ts";
import { ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { useNeedsFirstBoard } from "#web/app/api/useNeedsFirstBoard.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { VoteButton } from "#web/features/feedback/VoteButton.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { BoardLinks, boardsQuery } from "#web/features/roadmap/BoardLinks.tsx";
import { RoadmapBoard } from "#web/features/roadmap/RoadmapBoard.tsx";
import { columnQuery, columnTotal, useRoadmapColumns } from "#web/features/roadmap/roadmapQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import type { PageContext } from "./pageModule.ts";

const SUBTITLE = "Track feature requests from the first idea to completion";

/**
 * /roadmap, and / on a company's host: items that are evaluated, planned, under development or
 * complete (docs/specification.md "Roadmap (/roadmap)"). Nothing is fetched if neither the host nor
 * the user has a company.
 */
export function Component() {
  const { tenantId } = usePortal();
  return (
    <PageContainer>
      <PageMeta title="Product Roadmap" description={SUBTITLE} />
      <PageHeading title="Product Roadmap" subtitle={SUBTITLE} />
      {tenantId === null ? <NoCompany /> : <Roadmap />}
    </PageContainer>
  );
}

/** Preloads the boards and the first page of each column. */
export async function preloads({ client, portal }: PageContext): Promise<void> {
  if (portal.tenantId === null) return;
  await Promise.allSettled([
    client.query(boardsQuery),
    ...ROADMAP_STATUSES.map((status) => client.infiniteQuery(columnQuery(status))),
  ]);
}

function Roadmap() {
  const boards = useQuery(boardsQuery);
  const columns = useRoadmapColumns();
  const states = ROADMAP_STATUSES.map((status) => columns[status]);
  if (states.every(({ data, isError }) => isError && !data)) {
    return (
      <ErrorState
        message="Failed to fetch feedback"
        retrying={states.some(({ isFetching }) => isFetching)}
        onRetry={() => [boards, ...states].forEach(({ refetch }) => void refetch())}
      />
    );
  }
  const isEmpty = ROADMAP_STATUSES.every((status) => columnTotal(columns[status]) === 0);
  return (
    <>
      <BoardLinks />
      <RoadmapBoard
        columns={columns}
        renderVote={(item) => <VoteButton item={item} size="compact" />}
      />
      {isEmpty ? <EmptyRoadmap /> : null}
    </>
  );
}

function EmptyRoadmap() {
  const needsFirstBoard = useNeedsFirstBoard();
  return (
    <EmptyState
      className="mt-6"
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
