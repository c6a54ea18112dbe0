import type { ReportedPost } from "#contract/reports.ts";
import { reportsApi } from "#contract/reports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedRow } from "#web/ui/StackedTable.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { authorOf } from "./authorOf.ts";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";
import type { PostRowProps } from "./ModeratedPosts.tsx";
import { PostCell } from "./PostCell.tsx";
import { postId } from "./postId.ts";
import { REASON_LABELS } from "./reasonLabels.ts";

/** A row of the list of reported posts. */
export function ReportedPostRow({
  post,
  focusAfterwards,
  onDelete,
  onBlock,
}: PostRowProps<ReportedPost>) {
  useFocusWhenLost(focusAfterwards);
  const dismiss = useApiMutation(reportsApi.dismiss, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to dismiss",
    success: "Reports dismissed",
  });
  // The button stays pending until a refetch removes the row.
  const isPending = dismiss.isPending || dismiss.isSuccess;
  const { author, title } = post;
  return (
    <StackedRow>
      <PostCell post={post} />
      <StackedCell label="Reported for" className="col-span-2">
        <Reports post={post} />
      </StackedCell>
      <StackedActions>
        <Button
          variant="secondary"
          pending={isPending}
          pendingLabel="Dismissing..."
          onClick={() => dismiss.mutate({ body: postId(post) })}
        >
          Dismiss<span className="sr-only"> the reports of “{title}”</span>
        </Button>
        <Button variant="ghost" aria-haspopup="dialog" disabled={isPending} onClick={onDelete}>
          Delete…<span className="sr-only"> “{title}”</span>
        </Button>
        {author && !author.isBlocked ? (
          <Button
            variant="ghost"
            aria-haspopup="dialog"
            disabled={isPending}
            onClick={() => onBlock({ id: author.id, name: authorOf(post) })}
          >
            Block…<span className="sr-only"> {authorOf(post)}</span>
          </Button>
        ) : null}
      </StackedActions>
    </StackedRow>
  );
}

function Reports({ post: { reports, reportCount } }: { post: ReportedPost }) {
  const more = reportCount - reports.length;
  return (
    <ul className="flex flex-col gap-2">
      {reports.map(({ reason, note, reporter, createdAt }) => (
        <li key={`${reporter?.username ?? ""} ${createdAt}`} className="wrap-anywhere">
          <span className="font-medium">{REASON_LABELS[reason]}</span>
          {note ? (
            <>
              {": "}
              <bdi>{note}</bdi>
            </>
          ) : null}
          <span className="block text-xs text-muted">
            by <bdi>{reporter?.fullName ?? reporter?.username ?? "a guest"}</bdi>,{" "}
            <RelativeTime value={createdAt} />
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-muted">and {countLabel(more, "further report")}</li> : null}
    </ul>
  );
}
