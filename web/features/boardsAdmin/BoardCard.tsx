import { Lock } from "#web/ui/icons.ts";
import type { Board } from "#contract/boards.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";

interface BoardCardProps {
  board: Board;
  onEdit: () => void;
  onDelete: () => void;
}

/**
 * A card for a board (docs/specification.md "Feedback Boards (/company/boards)"). The name on the
 * card links to the board's page.
 */
export function BoardCard({ board, onEdit, onDelete }: BoardCardProps) {
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
