import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { BoardLink, ListLink } from "./BoardLink.tsx";
import { BoardsState } from "./BoardsState.tsx";
import { SidebarFrame, SidebarSection } from "./SidebarFrame.tsx";

interface BoardsSidebarProps {
  /** Slug of the current board; null on the page of all feedback. */
  slug: string | null;
  footer: ReactNode;
}

/**
 * The sidebar of the feedback lists: public boards and, for admins, private boards as a separate
 * group (docs/specification.md "All Feedback (/feedback)", "Board page (/board/{slug})"). The
 * sidebar is the same on all of these pages, so that nothing moves when a board is chosen.
 */
export function BoardsSidebar({ slug, footer }: BoardsSidebarProps) {
  const boards = useQuery(wholeListQuery(boardsApi.list));
  const links = (isPrivate: boolean) =>
    boards.data
      ?.filter((board) => board.isPrivate === isPrivate)
      .map((board) => (
        <li key={board.id}>
          <BoardLink board={board} isCurrent={board.slug === slug} />
        </li>
      )) ?? [];
  const privateLinks = links(true);
  return (
    <SidebarFrame footer={footer} current={slug ?? "/feedback"}>
      <SidebarSection heading="Boards">
        <li>
          <ListLink
            to="/feedback"
            isCurrent={slug === null}
            count={boards.data?.reduce((sum, { feedbackCount }) => sum + feedbackCount, 0)}
          >
            All Feedback
          </ListLink>
        </li>
        {links(false)}
      </SidebarSection>
      {privateLinks.length > 0 ? (
        <SidebarSection heading="Private Boards">{privateLinks}</SidebarSection>
      ) : null}
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
