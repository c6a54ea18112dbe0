import { useQueryClient } from "@tanstack/react-query";
import replyShapes from "lucide/dist/esm/icons/reply.mjs";
import smileShapes from "lucide/dist/esm/icons/face-slightly-smiling-plus.mjs";
import type { KeyboardEvent } from "react";
import { useRef, useState } from "react";
import type { InputOf } from "#contract/api.ts";
import type { Comment, Reaction } from "#contract/comments.ts";
import { REACTION_EMOJI } from "#contract/reactionEmoji.ts";
import { authorName } from "#web/app/api/authors.tsx";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { createIcon } from "#web/ui/icons.ts";
import { commentsQuery } from "./useComments.ts";

const Reply = createIcon(replyShapes);
const Smile = createIcon(smileShapes);

type Emoji = Reaction["emoji"];
type Sent = InputOf<"PUT /api/comments/:id/reactions/:emoji">;

interface CommentFooterProps {
  comment: Comment;
  /** Opens the form for an answer; undefined if the comment takes no answers and reactions. */
  onAnswer: (() => void) | undefined;
}

/** The reactions to a comment, and the buttons with which people react and answer. */
export function CommentFooter({ comment, onAnswer }: CommentFooterProps) {
  const { shown, toggle } = useReactions(comment);
  if (!onAnswer && shown.length === 0) return null;
  const name = authorName(comment.user);
  return (
    <div className="mt-1 -ml-2 flex flex-wrap items-center gap-1">
      {onAnswer ? <ReactionPicker name={name} shown={shown} onToggle={toggle} /> : null}
      {shown.map((reaction) => (
        <ReactionButton
          key={reaction.emoji}
          reaction={reaction}
          disabled={!onAnswer}
          onToggle={toggle}
        />
      ))}
      {onAnswer ? (
        <Button
          variant="ghost"
          size="sm"
          className="px-2 font-normal text-muted noscript:hidden"
          aria-label={`Answer ${name}`}
          onClick={onAnswer}
        >
          <Reply aria-hidden="true" />
          Answer
        </Button>
      ) : null}
    </div>
  );
}

interface ReactionButtonProps {
  reaction: Reaction;
  disabled: boolean;
  onToggle: (emoji: Emoji, isOwn: boolean) => void;
}

function ReactionButton({ reaction: { emoji, count, isOwn }, ...props }: ReactionButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOwn}
      aria-label={`${emoji} ${String(count)}${isOwn ? ", including you" : ""}`}
      disabled={props.disabled}
      className={cn(
        "flex h-8 items-center gap-1.5 rounded-full border px-2 text-xs tabular-nums",
        isOwn ? "border-primary-edge bg-primary-tint" : "border-line text-muted",
        !props.disabled && "hover:border-primary-text",
      )}
      onClick={() => props.onToggle(emoji, !isOwn)}
    >
      <span aria-hidden="true">{emoji}</span>
      {count}
    </button>
  );
}

interface ReactionPickerProps {
  /** The name of the comment's author. */
  name: string;
  shown: readonly Reaction[];
  onToggle: (emoji: Emoji, isOwn: boolean) => void;
}

/** The button that shows all emoji beside it. Escape and leaving the emoji hide them again. */
function ReactionPicker({ name, shown, onToggle }: ReactionPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const isOwn = (emoji: Emoji) => shown.some((each) => each.emoji === emoji && each.isOwn);
  return (
    <div
      className="relative noscript:hidden"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        className="px-2 text-muted"
        aria-label={`React to ${name}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Smile aria-hidden="true" />
      </Button>
      {isOpen ? (
        <div
          role="toolbar"
          aria-label="Reactions"
          // Browsers that focus no pressed button focus this element, which keeps the emoji open.
          tabIndex={-1}
          className="absolute bottom-full z-50 flex rounded-full border bg-raised p-1 shadow-float outline-none"
          onKeyDown={(event) => (event.key === "Escape" ? close() : moveInRow(event))}
        >
          {REACTION_EMOJI.map((emoji, index) => (
            <button
              key={emoji}
              type="button"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened the row
              autoFocus={index === 0}
              aria-label={emoji}
              aria-pressed={isOwn(emoji)}
              className={cn(
                "size-9 rounded-full text-lg hover:bg-hover",
                isOwn(emoji) && "bg-primary-tint",
              )}
              onClick={() => {
                onToggle(emoji, !isOwn(emoji));
                close();
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Moves the focus to the emoji beside the focused one. */
function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const { activeElement } = document;
  const next = {
    ArrowRight: activeElement?.nextElementSibling,
    ArrowLeft: activeElement?.previousElementSibling,
    Home: event.currentTarget.firstElementChild,
    End: event.currentTarget.lastElementChild,
  }[event.key];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/**
 * Returns the reactions with what the user has just pressed, and the function that adds or takes back
 * one. A signed-out user logs in over the page first.
 */
function useReactions(comment: Comment) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const [pressed, setPressed] = useState<Partial<Record<Emoji, boolean | undefined>>>({});
  const settle = (emoji: Emoji) => setPressed((before) => ({ ...before, [emoji]: undefined }));
  const optionsFor = (isOwn: boolean) => ({
    // The calls arrive in the order in which the user has pressed the buttons.
    scope: `reactions-${String(comment.id)}`,
    signInTo: "react to the comment",
    changes: "reaction" as const,
    errorFallback: "Failed to react",
    onSuccess: (_: unknown, { params }: Sent) => {
      const emoji = params.emoji as Emoji;
      client.setQueryData(commentsQuery(comment.feedbackId).queryKey, (list) => {
        if (!list) return list;
        const pages = list.pages.map((page) => ({
          ...page,
          items: page.items.map((each) =>
            each.id === comment.id
              ? { ...each, reactions: withReaction(each.reactions, emoji, isOwn) }
              : each,
          ),
        }));
        return { ...list, pages };
      });
      settle(emoji);
    },
    onError: (_: unknown, { params }: Sent) => settle(params.emoji as Emoji),
  });
  const add = useApiMutation("PUT /api/comments/:id/reactions/:emoji", optionsFor(true));
  const takeBack = useApiMutation("DELETE /api/comments/:id/reactions/:emoji", optionsFor(false));
  const toggle = (emoji: Emoji, isOwn: boolean) => {
    if (user) setPressed((before) => ({ ...before, [emoji]: isOwn }));
    (isOwn ? add : takeBack).mutate({ params: { id: comment.id, emoji } });
  };
  const shown = Object.entries(pressed).reduce(
    (reactions, [emoji, isOwn]) =>
      isOwn === undefined ? reactions : withReaction(reactions, emoji as Emoji, isOwn),
    comment.reactions,
  );
  return { shown, toggle };
}

/** Returns the reactions with or without one of the user's own. */
function withReaction(reactions: readonly Reaction[], emoji: Emoji, isOwn: boolean): Reaction[] {
  return REACTION_EMOJI.flatMap((each) => {
    const before = reactions.find((reaction) => reaction.emoji === each);
    if (each !== emoji || before?.isOwn === isOwn) return before ?? [];
    const count = (before?.count ?? 0) + (isOwn ? 1 : -1);
    return count > 0 ? { emoji, count, isOwn } : [];
  });
}
