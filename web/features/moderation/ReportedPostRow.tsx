import type { ReportedPost } from "#contract/reports.ts";
import { REPORT_REASON_LABELS, reportsApi } from "#contract/reports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedRow } from "#web/ui/StackedTable.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";
import type { PostRowProps } from "./ModeratedPosts.tsx";
import { PostCell } from "./PostCell.tsx";
import { postId } from "./postId.ts";

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
  const { title } = post;
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
        <BlockMenu post={post} isPending={isPending} onBlock={onBlock} />
      </StackedActions>
    </StackedRow>
  );
}

interface BlockMenuProps extends Pick<PostRowProps<ReportedPost>, "post" | "onBlock"> {
  isPending: boolean;
}

/** The menu that blocks the author or a reporter. It has no entry for a blocked account. */
function BlockMenu({ post, isPending, onBlock }: BlockMenuProps) {
  const { author, reports, title } = post;
  const people = [
    ...(author ? [{ account: author, part: "the author" }] : []),
    ...reports.map(({ reporter }) => ({ account: reporter, part: "the reporter" })),
  ].filter(({ account }) => !account.isBlocked);
  if (people.length === 0) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="ghost"
          size="icon"
          disabled={isPending}
          aria-label={`More about the reports of “${title}”`}
        >
          <Ellipsis aria-hidden="true" className="text-muted" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {people.map(({ account: { id, username, fullName }, part }) => (
          <DropdownMenuItem
            key={`${part} ${String(id)}`}
            onSelect={() => onBlock({ id, name: fullName ?? username })}
          >
            <span className="wrap-anywhere">
              Block {part}, <bdi>{fullName ?? username}</bdi>…
            </span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Reports({ post: { reports, reportCount } }: { post: ReportedPost }) {
  const more = reportCount - reports.length;
  return (
    <ul className="flex flex-col gap-2">
      {reports.map(({ reason, note, reporter, createdAt }) => (
        <li key={reporter.id} className="wrap-anywhere">
          <span className="font-medium">{REPORT_REASON_LABELS[reason]}</span>
          {note ? (
            <>
              {": "}
              <bdi>{note}</bdi>
            </>
          ) : null}
          <span className="block text-xs text-muted">
            by <bdi>{reporter.fullName ?? reporter.username}</bdi>,{" "}
            <RelativeTime value={createdAt} />
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-muted">and {countLabel(more, "further report")}</li> : null}
    </ul>
  );
}
