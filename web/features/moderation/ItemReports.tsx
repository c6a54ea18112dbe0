import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useId, useRef } from "react";
import type { ReportedPost } from "#contract/reports.ts";
import { onePageQuery } from "#web/app/api/apiQuery.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { useFocusFallback } from "#web/ui/focus.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import type { Blockable } from "./BlockDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";
import { authorOf } from "./ModeratedPosts.tsx";
import { RemoveDialog, ReportActions, ReportList } from "./ReportedPosts.tsx";

interface ItemReportsProps {
  feedbackId: number;
  /** The button that deletes the item and then opens another page. */
  deleteItem: ReactNode;
}

/**
 * The reports of an item and of its comments, with buttons to dismiss reports, delete posts and
 * block people.
 */
export function ItemReports({ feedbackId, deleteItem }: ItemReportsProps) {
  const headingId = useId();
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box, box);
  const list = useQuery(itemReportsQuery(feedbackId));
  const deletion = useDialogState<ReportedPost>();
  const block = useDialogState<Blockable>();
  return (
    // The element stays focusable without reports. It gets the focus when the last report is
    // removed.
    <div ref={box} tabIndex={-1} className="outline-none empty:sr-only">
      <LoadedContent query={list} skeleton={null} errorMessage="Failed to fetch reports">
        {({ items, total }) =>
          items.length === 0 ? null : (
            <section aria-labelledby={headingId} className="rounded-xl bg-sunken p-3">
              <h2 id={headingId} className="text-sm font-semibold">
                Reported to you
              </h2>
              <ul className="mt-2 flex flex-col gap-4 text-sm">
                {items.map((post) => (
                  <ReportedItem key={post.commentId ?? 0} post={post}>
                    <ReportActions
                      post={post}
                      onDelete={() => deletion.open(post)}
                      onBlock={block.open}
                      deleteButton={post.commentId === null ? deleteItem : undefined}
                    />
                  </ReportedItem>
                ))}
              </ul>
              {total > items.length ? (
                <a href="/company/moderation" className="mt-3 block text-sm underline">
                  {countLabel(total - items.length, "further reported comment")}
                </a>
              ) : null}
            </section>
          )
        }
      </LoadedContent>
      <OpenDialog state={deletion}>
        {(post, frame) => <RemoveDialog {...frame} post={post} />}
      </OpenDialog>
      <OpenDialog state={block}>
        {(account, frame) => <BlockDialog {...frame} account={account} />}
      </OpenDialog>
    </div>
  );
}

interface ReportedItemProps {
  post: ReportedPost;
  children: ReactNode;
}

function ReportedItem({ post, children }: ReportedItemProps) {
  const { commentId, text, author, reportCount } = post;
  return (
    <li className="min-w-0">
      <p className="font-medium wrap-anywhere">
        {commentId === null ? (
          "This feedback"
        ) : (
          <a href={`#comment-${String(commentId)}`} className="underline">
            The comment
          </a>
        )}{" "}
        by <bdi>{authorOf(post)}</bdi>{" "}
        <span className="font-normal text-muted">· {countLabel(reportCount, "report")}</span>{" "}
        {author?.isBlocked ? <Badge tone="danger">Blocked</Badge> : null}
      </p>
      {commentId === null ? null : (
        <PlainText className="mt-1 line-clamp-3 text-muted">{text}</PlainText>
      )}
      <div className="mt-2">
        <ReportList post={post} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">{children}</div>
    </li>
  );
}

/** Returns the query for the reports of an item and of its comments. */
export function itemReportsQuery(feedbackId: number) {
  return onePageQuery("/api/reports", { query: { feedbackId: String(feedbackId), limit: "100" } });
}
