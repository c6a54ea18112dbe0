import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { isAdminOf } from "#web/app/api/session.ts";
import { BoardLink, ListLink } from "./BoardLink.tsx";
import { BoardsState } from "./BoardsState.tsx";
import { SidebarFrame, SidebarSection } from "./SidebarFrame.tsx";

/**
 * The sidebar of /feedback: public boards and, for admins, private boards as a separate group
 * (docs/specification.md "All Feedback (/feedback)").
 */
export function AllFeedbackSidebar({ footer }: { footer: ReactNode }) {
  const boards = useQuery(wholeListQuery(boardsApi.list));
  const isAdmin = isAdminOf(useCurrentUser(), usePortal().tenantId);
  const publicBoards = boards.data?.filter((board) => !board.isPrivate) ?? [];
  const privateBoards = isAdmin ? (boards.data?.filter((board) => board.isPrivate) ?? []) : [];
  return (
    <SidebarFrame footer={footer} current="/feedback">
      <SidebarSection>
        <li>
          <ListLink
            to="/feedback"
            isCurrent
            count={boards.data?.reduce((sum, { feedbackCount }) => sum + feedbackCount, 0)}
          >
            All Feedback
          </ListLink>
        </li>
        {publicBoards.map((board) => (
          <li key={board.id}>
            <BoardLink board={board} isCurrent={false} />
          </li>
        ))}
      </SidebarSection>
      {privateBoards.length > 0 ? (
        <SidebarSection heading="Private Boards">
          {privateBoards.map((board) => (
            <li key={board.id}>
              <BoardLink board={board} isCurrent={false} />
            </li>
          ))}
        </SidebarSection>
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
