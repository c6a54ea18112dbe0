import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { authorName, TeamBadge } from "#web/app/api/authors.tsx";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { cn } from "#web/ui/cn.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { commentAnchor } from "./namedComment.ts";

// Only signed-in users need the tools, and few of them change a comment.
const CommentTools = lazyPart(async () => (await import("./CommentTools.tsx")).CommentTools);
const Audience = lazyPart(async () => (await import("./CommentTools.tsx")).Audience);
const EditComment = lazyPart(async () => (await import("./EditComment.tsx")).EditComment);
// The reactions are read before anybody presses them.
const CommentFooter = lazyPart(async () => (await import("./CommentFooter.tsx")).CommentFooter);

interface CommentEntryProps {
  comment: Comment;
  /**
   * Whether the comment gets the focus. A comment gets the focus if the user has just posted the
   * comment, if the comment is the first of the newly loaded comments, or if the URL names it.
   */
  takesFocus: boolean;
  /** Whether the viewer is signed in. */
  hasTools: boolean;
  /** Opens the dialog that deletes the comment; undefined if the user is not allowed to. */
  onDelete: (() => void) | undefined;
  /** The menu that reports the comment; null for users who can delete it. */
  report: ReactNode;
  /** Opens the form for an answer; undefined if the comment takes no answers and reactions. */
  onAnswer: (() => void) | undefined;
}

/**
 * One comment with its author and age. An internal note has a tinted background. The author can
 * change the comment in place.
 */
export function CommentEntry({ comment, takesFocus, hasTools, ...actions }: CommentEntryProps) {
  const entry = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) entry.current?.focus();
  }, [takesFocus]);
  const [isEditing, setIsEditing] = useState(false);
  const stopEditing = () => {
    setIsEditing(false);
    entry.current?.focus();
  };
  const name = authorName(comment.user);
  const isNote = comment.visibility === "internal";
  const kind = isNote ? "Internal note" : comment.answersId === null ? "Comment" : "Answer";
  return (
    <article
      ref={entry}
      id={commentAnchor(comment.id)}
      tabIndex={-1}
      aria-label={`${kind} by ${name}`}
      className={cn("flex gap-3 rounded-lg", isNote && "bg-amber-tint p-3")}
    >
      <Avatar name={comment.user && name} picture={comment.user?.pictureUrl} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-center gap-2">
          <CommentFacts comment={comment} />
          {hasTools ? (
            <CommentTools
              comment={comment}
              isEditing={isEditing}
              onEdit={() => setIsEditing(true)}
              onDelete={actions.onDelete}
              report={actions.report}
            />
          ) : null}
        </div>
        {comment.visibility === "public" ? null : <Audience comment={comment} />}
        {isEditing ? (
          <EditComment comment={comment} onClose={stopEditing} />
        ) : (
          <Markdown format={comment.contentFormat} className="text-sm leading-6">
            {comment.content}
          </Markdown>
        )}
        <CommentFooter comment={comment} onAnswer={actions.onAnswer} />
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
