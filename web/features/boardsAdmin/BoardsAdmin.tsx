import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { ArrowUpDown, LayoutGrid } from "#web/ui/adminIcons.ts";
import { useRef } from "react";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { BoardCard } from "./BoardCard.tsx";
import type { BoardDialog } from "./BoardDialogs.tsx";
import { BoardDialogs, fetchReorderDialog } from "./BoardDialogs.tsx";
import { BoardGrid, BoardGridSkeleton } from "./BoardGrid.tsx";

/** The boards of the company, to be created, edited, ordered and deleted (SPEC section 2, Feedback Boards). */
export function BoardsAdmin() {
  const client = useQueryClient();
  const boards = useQuery(apiQuery(boardsApi.list));
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useDialogState<BoardDialog>();
  const openOnFreshList = (dialog: BoardDialog) => {
    // The count of items, or the list to be ordered, as it is now.
    void client.invalidateQueries({ queryKey: [boardsApi.list.path] });
    state.open(dialog);
  };
  return (
    <section aria-labelledby="boards-admin">
      <div className="mb-5 flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2
          ref={heading}
          id="boards-admin"
          tabIndex={-1}
          className="text-lg font-semibold outline-none"
        >
          Feedback Boards
        </h2>
        {boards.data && boards.data.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {boards.data.length > 1 ? (
              <ReorderButton onClick={() => openOnFreshList({ kind: "reorder" })} />
            ) : null}
            <NewButton onClick={() => state.open({ kind: "new" })} />
          </div>
        ) : null}
      </div>
      {boards.isPending ? <BoardGridSkeleton /> : null}
      {boards.isError && !boards.data ? (
        <ErrorState
          message="Failed to fetch boards"
          retrying={boards.isFetching}
          onRetry={() => void boards.refetch()}
        />
      ) : null}
      {boards.data ? (
        <Boards
          boards={boards.data}
          onNew={() => state.open({ kind: "new" })}
          onEdit={(board) => state.open({ kind: "edit", board })}
          onDelete={(board) => openOnFreshList({ kind: "delete", board })}
        />
      ) : null}
      <BoardDialogs state={state} boards={boards.data ?? []} focusAfterDelete={heading} />
    </section>
  );
}

function NewButton({ onClick }: { onClick: () => void }) {
  return (
    <Button aria-haspopup="dialog" onClick={onClick}>
      <Plus aria-hidden="true" />
      New Board
    </Button>
  );
}

function ReorderButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="secondary"
      aria-haspopup="dialog"
      onClick={onClick}
      onPointerEnter={fetchReorderDialog}
      onFocus={fetchReorderDialog}
    >
      <ArrowUpDown aria-hidden="true" />
      Reorder Boards
    </Button>
  );
}

interface BoardsProps {
  boards: readonly Board[];
  onNew: () => void;
  onEdit: (board: Board) => void;
  onDelete: (board: Board) => void;
}

function Boards({ boards, onNew, onEdit, onDelete }: BoardsProps) {
  if (boards.length === 0) {
    return (
      <EmptyState
        icon={LayoutGrid}
        title="No boards yet"
        text="Feedback is collected on boards. Create the first one."
        action={<NewButton onClick={onNew} />}
      />
    );
  }
  return (
    <BoardGrid>
      {boards.map((board) => (
        <BoardCard
          key={board.id}
          board={board}
          onEdit={() => onEdit(board)}
          onDelete={() => onDelete(board)}
        />
      ))}
    </BoardGrid>
  );
}
