import type { Board } from "#contract/boards.ts";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { CircleCheck, X } from "#web/ui/icons.ts";
import { useBoardAddress } from "./useBoardAddress.ts";

interface CreatedBoardProps {
  board: Board;
  onDismiss: () => void;
}

/** Offers the next steps after a board was created: view the board, or share its link. */
export function CreatedBoard({ board: { name, slug }, onDismiss }: CreatedBoardProps) {
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
