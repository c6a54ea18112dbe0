import ellipsisShapes from "lucide/dist/esm/icons/ellipsis.mjs";
import type { ComponentProps, ReactNode } from "react";
import { use, useEffect, useRef, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { createIcon, Lock, Pencil } from "#web/ui/icons.ts";
import { lazyMenu } from "#web/ui/lazyComponent.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { NowContext } from "#web/ui/NowContext.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { authorName, TeamBadge } from "#web/app/api/authors.tsx";
import { commentAnchor } from "./namedComment.ts";

// Loaded on demand, because most comments are neither changed nor imported.
const DisownButton = lazyPart(async () => (await import("./DisownButton.tsx")).DisownButton);
const CommentMenu = lazyMenu(async () => (await import("./CommentMenu.tsx")).CommentMenu);
const EditComment = lazyPart(async () => (await import("./EditComment.tsx")).EditComment);

const Ellipsis = createIcon(ellipsisShapes);

interface CommentEntryProps {
  comment: Comment;
  /**
   * Whether the comment gets the focus. A comment gets the focus if the user has just posted the
   * comment, if the comment is the first of the newly loaded comments, or if the URL names it.
   */
  takesFocus: boolean;
  /** Opens the dialog that deletes the comment; absent if the user is not allowed to delete it. */
  onDelete?: () => void;
  /** The menu that reports the comment; null for users who can delete it. */
  report?: ReactNode;
}

/**
 * One comment with its author and age. An internal note has a tinted background. The author can
 * change the comment in place.
 */
export function CommentEntry({ comment, takesFocus, onDelete, report }: CommentEntryProps) {
  const entry = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) entry.current?.focus();
  }, [takesFocus]);
  const [isEditing, setIsEditing] = useState(false);
  const isEditable = useIsEditable(comment);
  const stopEditing = () => {
    setIsEditing(false);
    entry.current?.focus();
  };
  const name = authorName(comment.user);
  const isNote = comment.visibility === "internal";
  const kind = isNote ? "note" : "comment";
  return (
    <article
      ref={entry}
      id={commentAnchor(comment.id)}
      tabIndex={-1}
      aria-label={`${isNote ? "Internal note" : "Comment"} by ${name}`}
      className={cn("flex gap-3 rounded-lg", isNote && "bg-amber-tint p-3")}
    >
      <Avatar name={comment.user && name} picture={comment.user?.pictureUrl} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-center gap-2">
          <CommentFacts comment={comment} />
          {report}
          {comment.isImported ? (
            <DisownButton feedbackId={comment.feedbackId} commentId={comment.id} post={comment} />
          ) : null}
          {isEditable && !isEditing ? (
            <EntryButton label={`Edit ${kind} by ${name}`} onClick={() => setIsEditing(true)}>
              <Pencil aria-hidden="true" />
            </EntryButton>
          ) : null}
          {onDelete ? (
            <CommentMenu
              onDelete={onDelete}
              button={
                <EntryButton label={`More about the ${kind} by ${name}`}>
                  <Ellipsis aria-hidden="true" />
                </EntryButton>
              }
            />
          ) : null}
        </div>
        <Audience comment={comment} />
        {isEditing ? (
          <EditComment comment={comment} onClose={stopEditing} />
        ) : (
          <Markdown format={comment.contentFormat} className="text-sm leading-6">
            {comment.content}
          </Markdown>
        )}
      </div>
    </article>
  );
}

/** The author, the age, whether the comment was edited, and the item it was written for. */
function CommentFacts({ comment }: Pick<CommentEntryProps, "comment">) {
  const { user, isByTeam, isImported, createdAt, editedAt, mergedFromTitle } = comment;
  return (
    <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
      <span dir="auto" className="font-semibold wrap-anywhere">
        {authorName(user)}
      </span>
      {isByTeam ? <TeamBadge /> : null}
      <CalendarDate value={createdAt} className="text-xs text-muted" />
      {isImported ? <span className="text-xs text-muted">imported</span> : null}
      {editedAt === null ? null : <span className="text-xs text-muted">edited</span>}
      {mergedFromTitle === null ? null : (
        <span className="text-xs wrap-anywhere text-muted">
          on “<bdi>{mergedFromTitle}</bdi>”
        </span>
      )}
    </p>
  );
}

interface EntryButtonProps extends ComponentProps<typeof Button> {
  label: string;
  /** The icon. */
  children: ReactNode;
}

/** A button of a comment. A menu passes further attributes to its button. */
function EntryButton({ label, ...button }: EntryButtonProps) {
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
