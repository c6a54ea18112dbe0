import type { ReactNode } from "react";
import type { ReportedPost } from "#contract/reports.ts";
import { reportsApi } from "#contract/reports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";
import type { PostRowProps } from "./ModeratedPosts.tsx";
import { postId } from "./postId.ts";

interface ReportActionsProps extends Pick<PostRowProps<ReportedPost>, "post" | "onBlock"> {
  onDelete: () => void;
  /** A button that replaces the 'Delete…' button. */
  deleteButton?: ReactNode;
}

/** The buttons for a reported post. */
export function ReportActions({ post, onDelete, onBlock, deleteButton }: ReportActionsProps) {
  const dismiss = useApiMutation(reportsApi.dismiss, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to dismiss",
    success: "Reports dismissed",
  });
  const { isPending } = dismiss;
  const { title } = post;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        pending={isPending}
        pendingLabel="Dismissing..."
        onClick={() => dismiss.mutate({ body: postId(post) })}
      >
        Dismiss<span className="sr-only"> the reports of “{title}”</span>
      </Button>
      {deleteButton ?? (
        <Button variant="ghost" aria-haspopup="dialog" disabled={isPending} onClick={onDelete}>
          Delete…<span className="sr-only"> “{title}”</span>
        </Button>
      )}
      <BlockMenu post={post} isPending={isPending} onBlock={onBlock} />
    </>
  );
}

interface BlockMenuProps extends Pick<PostRowProps<ReportedPost>, "post" | "onBlock"> {
  isPending: boolean;
}

/**
 * The menu that blocks the author or a reporter. Accounts that are already blocked are not in the
 * menu.
 */
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
