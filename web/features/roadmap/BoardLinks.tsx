import { useQuery } from "@tanstack/react-query";
import type { Board } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Lock } from "#web/ui/icons.ts";

/** The query for the boards visible to the viewer. */
export const boardsQuery = wholeListQuery("/api/boards");

/**
 * Displays one link per board, with the board's name and its number of open items
 * (docs/specification.md "2. Screens and routes").
 */
export function BoardLinks() {
  const { data: boards, isPending, isFetching, refetch } = useQuery(boardsQuery);
  if (isPending) return <BoardLinksSkeleton />;
  if (!boards) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger-text">
        Failed to fetch boards
        <Button variant="secondary" size="sm" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (boards.length === 0) return null;
  return (
    <nav aria-label="Boards" className="min-w-0 flex-1 max-md:-mr-4 print:hidden">
      {/*
        On phones, the links form one row that scrolls sideways, so that the roadmap stays in view.
      */}
      <ul className="relative flex gap-x-6 max-md:overflow-x-auto max-md:px-1 max-md:py-1 max-md:whitespace-nowrap max-md:[scrollbar-width:none] md:flex-wrap">
        {boards.map((board) => (
          <li key={board.id} className="max-w-full max-md:shrink-0">
            <BoardLink board={board} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BoardLink({ board }: { board: Board }) {
  return (
    <a
      href={`/board/${board.slug}`}
      className="flex min-h-10 items-center gap-1.5 rounded-lg text-sm font-medium text-primary-text underline-offset-4 hover:underline"
    >
      {board.isPrivate ? (
        <Lock aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      ) : null}
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {board.name}
      </span>
      <span className="text-xs text-muted tabular-nums">
        {board.feedbackCount}
        <span className="sr-only">
          {board.feedbackCount === 1 ? " feedback item" : " feedback items"}
        </span>
      </span>
      {board.isPrivate ? <span className="sr-only">, private board</span> : null}
    </a>
  );
}

function BoardLinksSkeleton() {
  return (
    <SkeletonGroup label="Loading boards" className="flex gap-6 overflow-hidden">
      <Skeleton className="my-3 w-36" />
      <Skeleton className="my-3 w-28" />
      <Skeleton className="my-3 w-40" />
    </SkeletonGroup>
  );
}
