import type { ReactNode } from "react";
import { useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { CommentEntry } from "./CommentEntry.tsx";

// Loaded when somebody answers.
const AnswerForm = lazyPart(async () => (await import("./AnswerForm.tsx")).AnswerForm);

export interface CommentThreadProps {
  comment: Comment;
  /** The loaded answers to the comment, oldest first. */
  answers: readonly Comment[];
  /** Whether answers and reactions can be added. */
  isOpen: boolean;
  /** Whether the viewer is signed in. */
  hasTools: boolean;
  /** Whether the comment with this id gets the focus. */
  takesFocus: (id: number) => boolean;
  /** Returns what deletes the comment; undefined if the user is not allowed to. */
  deleting: (comment: Comment) => (() => void) | undefined;
  /** Renders the menu that reports a comment. */
  renderReport: ((comment: Comment) => ReactNode) | undefined;
  /** Called with the id of an answer that the user has posted. */
  onAnswered: (id: number) => void;
}

/**
 * A comment, the answers to it, and the form for another one. An answer whose comment is not loaded
 * stands by itself.
 */
export function CommentThread({ comment, answers, ...props }: CommentThreadProps) {
  const [answered, setAnswered] = useState<Comment | null>(null);
  const entryOf = (entry: Comment) => {
    const onDelete = props.deleting(entry);
    const takesAnswers = props.isOpen && entry.visibility !== "pending";
    return (
      <CommentEntry
        comment={entry}
        takesFocus={props.takesFocus(entry.id)}
        hasTools={props.hasTools}
        {...(onDelete ? { onDelete } : { report: props.renderReport?.(entry) })}
        {...(takesAnswers && { onAnswer: () => setAnswered(entry) })}
      />
    );
  };
  return (
    <>
      {comment.answersId === null ? null : (
        <p className="text-xs text-muted">In answer to an earlier comment</p>
      )}
      {entryOf(comment)}
      {answers.length > 0 || answered ? (
        <ol className="mt-5 ml-5 flex flex-col gap-5 md:ml-11">
          {answers.map((answer) => (
            <li key={answer.id}>{entryOf(answer)}</li>
          ))}
          {answered ? (
            <li key="form">
              <AnswerForm
                key={answered.id}
                answered={answered}
                onClose={() => setAnswered(null)}
                onPosted={props.onAnswered}
              />
            </li>
          ) : null}
        </ol>
      ) : null}
    </>
  );
}
