import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { ArrowUpDown, LayoutGrid } from "#web/ui/adminIcons.ts";
import { useState } from "react";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { CardGrid } from "#web/ui/CardGrid.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { BoardCard } from "./BoardCard.tsx";
import type { BoardDialog } from "./BoardDialogs.tsx";
import { BoardDialogs } from "./BoardDialogs.tsx";
import { CreatedBoard } from "./CreatedBoard.tsx";
import { BoardGridSkeleton } from "./BoardGridSkeleton.tsx";

/**
 * The screen where admins create, edit, reorder and delete the company's boards
 * (docs/specification.md "Feedback Boards (/company/boards)").
 */
export function BoardsAdmin() {
  const client = useQueryClient();
  const boards = useQuery(wholeListQuery(boardsApi.list));
  const state = useDialogState<BoardDialog>();
  const [created, setCreated] = useState<Board | null>(null);
  // Undefined if no board was created, or if the new board has meanwhile been deleted. The next
  // steps are then not offered.
  const shownCreated = boards.data?.find(({ id }) => id === created?.id);
  const openOnFreshList = (dialog: BoardDialog) => {
    // Refetches the boards, so that the delete dialog displays the current item count and the
    // reorder dialog saves the current list.
    void client.invalidateQueries({ queryKey: [boardsApi.list.path] });
    state.open(dialog);
  };
  return (
    <ScreenSection
      id="boards-admin"
      title="Feedback Boards"
      hasLateActions
      actions={
        boards.data && boards.data.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {boards.data.length > 1 ? (
              <ReorderButton onClick={() => openOnFreshList({ kind: "reorder" })} />
            ) : null}
            <NewButton onClick={() => state.open({ kind: "new" })} />
          </div>
        ) : null
      }
    >
      <LoadedContent
        query={boards}
        skeleton={<BoardGridSkeleton />}
        errorMessage="Failed to fetch boards"
      >
        {(loaded) => (
          <>
            {shownCreated ? (
              <CreatedBoard board={shownCreated} onDismiss={() => setCreated(null)} />
            ) : null}
            <Boards
              boards={loaded}
              onNew={() => state.open({ kind: "new" })}
              onEdit={(board) => state.open({ kind: "edit", board })}
              onDelete={(board) => openOnFreshList({ kind: "delete", board })}
            />
          </>
        )}
      </LoadedContent>
      <BoardDialogs state={state} boards={boards.data ?? []} onCreated={setCreated} />
    </ScreenSection>
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
    <Button variant="secondary" aria-haspopup="dialog" onClick={onClick}>
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
    <CardGrid>
      {boards.map((board) => (
        <BoardCard
          key={board.id}
          board={board}
          onEdit={() => onEdit(board)}
          onDelete={() => onDelete(board)}
        />
      ))}
    </CardGrid>
  );
}
