import type { ComponentProps, ReactNode } from "react";
import { use } from "react";
import type { Comment } from "#contract/comments.ts";
import { authorName } from "#web/app/api/authors.tsx";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { Lock, Pencil, Trash2 } from "#web/ui/icons.ts";
import { NowContext } from "#web/ui/NowContext.tsx";
import { DisownButton } from "./DisownButton.tsx";

interface CommentToolsProps {
  comment: Comment;
  isEditing: boolean;
  onEdit: () => void;
  /** Opens the dialog that deletes the comment; undefined if the user is not allowed to. */
  onDelete: (() => void) | undefined;
  /** The menu that reports the comment. */
  report: ReactNode;
}

/** What signed-in users can do with a comment, at the end of its first line. */
export function CommentTools({ comment, isEditing, onEdit, onDelete, report }: CommentToolsProps) {
  const isEditable = useIsEditable(comment);
  const name = authorName(comment.user);
  const kind = comment.visibility === "internal" ? "note" : "comment";
  return (
    <>
      {report}
      <DisownButton feedbackId={comment.feedbackId} commentId={comment.id} post={comment} />
      {isEditable && !isEditing ? (
        <ToolButton label={`Edit ${kind} by ${name}`} onClick={onEdit}>
          <Pencil aria-hidden="true" />
        </ToolButton>
      ) : null}
      {onDelete ? (
        <DropdownMenu>
          <DropdownMenuTrigger>
            <ToolButton label={`More about the ${kind} by ${name}`}>
              <Ellipsis aria-hidden="true" />
            </ToolButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem className="text-danger-text" onSelect={onDelete}>
              <Trash2 aria-hidden="true" />
              Delete…
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </>
  );
}

interface ToolButtonProps extends ComponentProps<typeof Button> {
  label: string;
  /** The icon. */
  children: ReactNode;
}

/** A button of a comment. A menu passes further attributes to its button. */
function ToolButton({ label, ...button }: ToolButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className="-my-1 text-muted"
      aria-label={label}
      {...button}
    />
  );
}

/** Whether the user may still change the comment. The result is updated every minute. */
function useIsEditable({ editableUntil }: Comment): boolean {
  const now = use(NowContext);
  return editableUntil !== null && now !== null && now < Date.parse(editableUntil);
}

/** Says who can read a comment that is not public. Only signed-in users can read such a comment. */
export function Audience({ comment: { visibility } }: Pick<CommentToolsProps, "comment">) {
  return (
    <p className="mb-1 flex items-center gap-1.5 text-xs">
      <Lock aria-hidden="true" className="size-3.5 shrink-0" />
      {visibility === "internal"
        ? "Internal note · only your team sees it"
        : "Waiting for approval · only its author and the team see it"}
    </p>
  );
}
