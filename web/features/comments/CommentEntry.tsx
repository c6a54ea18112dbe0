import { Lock } from "#web/ui/icons.ts";
import { Trash2 } from "#web/ui/itemIcons.ts";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { Comment } from "#contract/comments.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { authorName } from "./authorName.ts";
import { commentAnchor } from "./namedComment.ts";
import { TeamBadge } from "./TeamBadge.tsx";

interface CommentEntryProps {
  comment: Comment;
  /**
   * Whether the comment gets the focus. A comment gets the focus if the user has just posted the
   * comment, if the comment is the first of the newly loaded comments, or if the address names it.
   */
  takesFocus: boolean;
  /** Opens the dialog that deletes the comment; absent if the user is not allowed to delete it. */
  onDelete?: () => void;
  /** The button that reports the comment; null if the user is not allowed to report it. */
  report?: ReactNode;
}

/** One comment with its author and age. An internal note has a tinted background. */
export function CommentEntry({ comment, takesFocus, onDelete, report }: CommentEntryProps) {
  const entry = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) entry.current?.focus();
  }, [takesFocus]);
  const name = authorName(comment.user);
  const isNote = comment.visibility === "internal";
  return (
    <article
      ref={entry}
      id={commentAnchor(comment.id)}
      tabIndex={-1}
      aria-label={`${isNote ? "Internal note" : "Comment"} by ${name}`}
      className={cn("flex gap-3 rounded-lg", isNote && "bg-amber-tint p-3")}
    >
      <Avatar name={comment.user && name} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-center gap-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <span dir="auto" className="font-semibold wrap-anywhere">
              {name}
            </span>
            {comment.isByTeam ? <TeamBadge /> : null}
            <RelativeTime value={comment.createdAt} withDate className="text-xs text-muted" />
            {comment.mergedFromTitle === null ? null : (
              <span className="text-xs wrap-anywhere text-muted">
                on “<bdi>{comment.mergedFromTitle}</bdi>”
              </span>
            )}
          </p>
          {report}
          {onDelete ? (
            <Button
              variant="ghost"
              size="icon"
              className="-my-1 text-muted"
              aria-label={`Delete ${isNote ? "note" : "comment"} by ${name}`}
              onClick={onDelete}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          ) : null}
        </div>
        <Audience comment={comment} />
        <PlainText className="text-sm leading-6">{comment.content}</PlainText>
      </div>
    </article>
  );
}

/** Says who can read a comment that is not public. */
function Audience({ comment: { visibility } }: Pick<CommentEntryProps, "comment">) {
  if (visibility === "public") return null;
  return (
    <p className="mb-1 flex items-center gap-1.5 text-xs">
      <Lock aria-hidden="true" className="size-3.5 shrink-0" />
      {visibility === "internal"
        ? "Internal note · only your team sees it"
        : "Waiting for approval · only its author and the team see it"}
    </p>
  );
}
