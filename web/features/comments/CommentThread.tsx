import type { ReactNode } from "react";
import { useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";

// Loaded when somebody answers.
const AnswerForm = lazyPart(async () => (await import("./AnswerForm.tsx")).AnswerForm);

interface CommentThreadProps {
  comment: Comment;
  /** The loaded answers to the comment, oldest first; undefined if there are none. */
  answers: readonly Comment[] | undefined;
  /** Renders a comment, with the function that opens the form for an answer. */
  renderEntry: (comment: Comment, onAnswer: () => void) => ReactNode;
  /** Called with the id of an answer that the user has posted. */
  onAnswered: (id: number) => void;
}

/**
 * A comment, the answers to it, and the form for another one. An answer whose comment is not loaded
 * stands by itself.
 */
export function CommentThread(props: CommentThreadProps) {
  const { comment, answers, renderEntry, onAnswered } = props;
  const [answered, setAnswered] = useState<Comment | null>(null);
  const entryOf = (each: Comment) => renderEntry(each, () => setAnswered(each));
  return (
    <>
      {comment.answersId === null ? null : (
        <p className="text-xs text-muted">In answer to an earlier comment</p>
      )}
      {entryOf(comment)}
      {answers || answered ? (
        <ol className="mt-5 ml-5 flex flex-col gap-5 md:ml-11">
          {answers?.map((answer) => (
            <li key={answer.id}>{entryOf(answer)}</li>
          ))}
          {answered ? (
            <li key="form">
              <AnswerForm
                key={answered.id}
                answered={answered}
                onClose={() => setAnswered(null)}
                onPosted={onAnswered}
              />
            </li>
          ) : null}
        </ol>
      ) : null}
    </>
  );
}
