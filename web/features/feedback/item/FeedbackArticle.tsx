import messageSquareShapes from "lucide/dist/esm/icons/message-square.mjs";
import type { ReactNode } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackDetail, StatusChange } from "#contract/feedback.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Lock, createIcon } from "#web/ui/icons.ts";

const MessageSquare = createIcon(messageSquareShapes);

interface FeedbackArticleProps {
  item: FeedbackDetail;
  /** The item's board; undefined if the boards could not be loaded. */
  board: Board | undefined;
  commentCount: number;
  /** The number of internal notes, which only admins see. */
  noteCount: number;
  voteButton: ReactNode;
  /** The badges for the status and further fields. */
  badges: ReactNode;
  /** The author's name; undefined if an anonymous visitor submitted the item. */
  by: string | undefined;
  /** The author's e-mail address; undefined if the user may not see it. */
  address: string | undefined;
  /** The last official note, if any. */
  note: ReactNode;
  /** Says who can see a private item; undefined for a public item. */
  audience: string | undefined;
  /** The buttons below the description. */
  actions: ReactNode;
}

/**
 * The item's content: title, vote button, badges, board, date, description (docs/specification.md
 * "Feedback detail (/feedback/{id})").
 */
export function FeedbackArticle(props: FeedbackArticleProps) {
  const { item, voteButton, badges, note, audience, actions } = props;
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-5 sm:gap-x-5">
      <h1 dir="auto" className="col-span-2 text-lg font-semibold wrap-anywhere sm:text-xl">
        {item.title}
      </h1>
      {voteButton}
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">{badges}</div>
        <FactsLine {...props} />
        {audience ? (
          <p className="mt-2 flex items-center gap-2 text-muted">
            <Lock aria-hidden="true" className="size-4 shrink-0" />
            {audience}
          </p>
        ) : null}
      </div>
      <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-2">
        <PlainText className="text-base">{item.description}</PlainText>
        {note}
        <div className="mt-4 flex min-h-10 flex-wrap items-center gap-2 md:min-h-8">{actions}</div>
      </div>
    </article>
  );
}

function FactsLine({ item, board, by, address, commentCount, noteCount }: FeedbackArticleProps) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      {board ? (
        <a
          href={`/board/${board.slug}`}
          dir="auto"
          className="-my-2.5 py-2.5 font-medium wrap-anywhere text-primary-text underline-offset-2 hover:underline"
        >
          {board.name}
        </a>
      ) : null}
      <span className="wrap-anywhere">
        {by ? (
          <>
            <bdi>{by}</bdi>
            {address ? (
              <>
                {" "}
                (<bdi>{address}</bdi>)
              </>
            ) : null}{" "}
            ·{" "}
          </>
        ) : null}
        <RelativeTime value={item.createdAt} withDate />
        {item.isImported ? " · imported" : null}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <MessageSquare aria-hidden="true" className="size-4" />
        {countLabel(commentCount, "comment")}
        {noteCount > 0 ? ` · ${countLabel(noteCount, "note")}` : null}
      </span>
    </p>
  );
}

interface OfficialNoteProps {
  /** The newest status change with a note. */
  change: StatusChange;
  /**
   * The badge of the new status, and the name of the user who changed the status. The name has the
   * team badge if the user is an admin of the company.
   */
  by: ReactNode;
}

/** The last official note, below the item's description. */
export function OfficialNote({ change, by }: OfficialNoteProps) {
  return (
    <aside
      aria-label="Latest official note"
      className="mt-4 rounded-xl border border-line bg-surface p-3"
    >
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {by}
        <RelativeTime value={change.createdAt} withDate />
      </p>
      <PlainText className="mt-2 leading-6">{change.note ?? ""}</PlainText>
    </aside>
  );
}

export function FeedbackDetailSkeleton() {
  return (
    <SkeletonGroup label="Loading feedback" className="max-w-180">
      <Skeleton className="mb-5 h-9 w-3/4" />
      <div className="flex gap-4 sm:gap-5">
        <Skeleton className="h-19 w-16 shrink-0 rounded-xl" />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="mt-3" />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
