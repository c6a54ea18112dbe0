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
      <div role="alert" className="mb-6 flex flex-wrap items-center gap-3 text-sm text-danger-text">
        Failed to fetch boards
        <Button variant="secondary" size="sm" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (boards.length === 0) return null;
  return (
    <nav aria-label="Boards" className="mb-6">
      {/*
        On phones, the links form one row that scrolls sideways, so that the roadmap stays in view.
      */}
      <ul className="relative flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:whitespace-nowrap max-md:[scrollbar-width:none] md:flex-wrap">
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
      className="flex min-h-10 items-center gap-2 rounded-lg border bg-surface py-1.5 pr-2 pl-3 text-sm font-medium transition-colors hover:bg-hover"
    >
      {board.isPrivate ? (
        <Lock aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      ) : null}
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {board.name}
      </span>
      <span className="rounded-md bg-sunken px-1.5 py-0.5 text-xs text-muted tabular-nums">
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
    <SkeletonGroup label="Loading boards" className="mb-6 flex gap-2 overflow-hidden">
      <Skeleton className="h-10 w-36 rounded-lg" />
      <Skeleton className="h-10 w-28 rounded-lg" />
      <Skeleton className="h-10 w-40 rounded-lg" />
    </SkeletonGroup>
  );
}
