import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { BoardLink, ListLink } from "./BoardLink.tsx";
import { BoardsState } from "./BoardsState.tsx";
import { SidebarFrame, SidebarSection } from "./SidebarFrame.tsx";

interface BoardsSidebarProps {
  /** Slug of the current board. */
  slug: string;
  footer: ReactNode;
}

/**
 * The sidebar of a board's page: every board in the company's order (docs/specification.md "Board
 * page (/board/{slug})").
 */
export function BoardsSidebar({ slug, footer }: BoardsSidebarProps) {
  const boards = useQuery(wholeListQuery(boardsApi.list));
  return (
    <SidebarFrame footer={footer} current={slug}>
      <SidebarSection heading="Boards">
        <li>
          <ListLink to="/feedback" isCurrent={false}>
            All Feedback
          </ListLink>
        </li>
        {boards.data?.map((board) => (
          <li key={board.id}>
            <BoardLink board={board} isCurrent={board.slug === slug} />
          </li>
        ))}
      </SidebarSection>
      {boards.data ? null : (
        <BoardsState
          isLoading={boards.isPending}
          isRetrying={boards.isFetching}
          onRetry={() => void boards.refetch()}
        />
      )}
    </SidebarFrame>
  );
}
