import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Board } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import type { BoardDialog } from "./BoardDialogs.tsx";
import { BoardDialogs } from "./BoardDialogs.tsx";
import { useBoardAddress } from "./BoardFormDialog.tsx";
import { ArrowUpDown, LayoutGrid } from "#web/ui/adminIcons.ts";
import { CircleCheck, Lock, Plus, X } from "#web/ui/icons.ts";

/**
 * The screen where admins create, edit, reorder and delete the company's boards
 * (docs/specification.md "Feedback Boards (/company/boards)").
 */
export function BoardsAdmin() {
  const client = useQueryClient();
  const boards = useQuery(wholeListQuery("/api/boards"));
  const state = useDialogState<BoardDialog>();
  const [created, setCreated] = useState<Board | null>(null);
  // Undefined if no board was created, or if the new board has meanwhile been deleted. The next
  // steps are then not offered.
  const shownCreated = boards.data?.find(({ id }) => id === created?.id);
  const openOnFreshList = (dialog: BoardDialog) => {
    // Refetches the boards, so that the delete dialog displays the current item count and the
    // reorder dialog saves the current list.
    void client.invalidateQueries({ queryKey: ["/api/boards"] });
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

/** One, two or three columns by screen width. */
const GRID = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";

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
    <ul className={GRID}>
      {boards.map((board) => (
        <BoardCard
          key={board.id}
          board={board}
          onEdit={() => onEdit(board)}
          onDelete={() => onDelete(board)}
        />
      ))}
    </ul>
  );
}

/** The skeleton of the grid, displayed while the boards are loading. */
function BoardGridSkeleton() {
  return (
    <SkeletonGroup label="Loading boards" className={GRID}>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </SkeletonGroup>
  );
}

function CardSkeleton() {
  return (
    <div className="rounded-xl border border-line bg-surface">
      <div className="p-4">
        <Skeleton className="mt-1 w-1/2" />
        <Skeleton className="mt-3 w-1/3" />
        <Skeleton className="mt-4 w-full" />
      </div>
      <div className="flex h-14 items-center justify-between border-t px-4">
        <Skeleton className="w-16" />
        <Skeleton className="w-14" />
      </div>
    </div>
  );
}

interface BoardCardProps {
  board: Board;
  onEdit: () => void;
  onDelete: () => void;
}

/**
 * A card for a board (docs/specification.md "Feedback Boards (/company/boards)"). The name on the
 * card links to the board's page.
 */
function BoardCard({ board, onEdit, onDelete }: BoardCardProps) {
  return (
    <li className="flex min-w-0 flex-col rounded-xl border border-line bg-surface">
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div>
          <h3 className="text-base font-semibold wrap-anywhere">
            <a
              href={`/board/${board.slug}`}
              dir="auto"
              className="underline-offset-2 hover:underline"
            >
              {board.name}
            </a>
          </h3>
          <p className="text-sm wrap-anywhere text-muted">/{board.slug}</p>
        </div>
        <p dir="auto" className="line-clamp-4 text-sm wrap-anywhere whitespace-pre-line text-muted">
          {board.description ?? "No description"}
        </p>
      </div>
      <div className="flex min-h-14 items-center gap-2 border-t py-1.5 pr-2 pl-4">
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {countLabel(board.feedbackCount, "item")}
        </span>
        {board.isPrivate ? <Badge icon={Lock}>Private</Badge> : null}
        <EditDeleteButtons
          name={board.name}
          onEdit={onEdit}
          onDelete={onDelete}
          className="ml-auto"
        />
      </div>
    </li>
  );
}

interface CreatedBoardProps {
  board: Board;
  onDismiss: () => void;
}

/** Offers the next steps after a board was created: view the board, or share its link. */
function CreatedBoard({ board: { name, slug }, onDismiss }: CreatedBoardProps) {
  const address = `${window.location.protocol}//${useBoardAddress(slug)}`;
  return (
    <div
      role="group"
      aria-label="New board"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border bg-raised py-2 pr-2 pl-4"
    >
      <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-dot" />
      <p className="min-w-0 flex-1">
        <strong dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </strong>{" "}
        is ready.
      </p>
      <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full">
        <Button asChild variant="secondary">
          <a href={`/board/${slug}`}>View board</a>
        </Button>
        <CopyButton text={address} label="Copy link" hasVisibleLabel />
      </div>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" className="text-muted" />
      </Button>
    </div>
  );
}
