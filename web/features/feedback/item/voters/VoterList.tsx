import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Voter, VoterOrganisation } from "#contract/recordedVotes.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { NextPage, useFocusOnNewRow } from "#web/ui/NextPage.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { voterName } from "./voterName.ts";

const FAILED = "Failed to fetch voters";

interface BlockDialogProps {
  isOpen: boolean;
  onClose: () => void;
  account: { id: number; name: string };
}

/** The query for an item's voters. The pages are short, because each voter takes three lines. */
export const votersQuery = (feedbackId: number) =>
  apiPagedQuery("/api/feedback/:id/votes", { params: { id: feedbackId }, query: { limit: "10" } });

export interface VoterListProps {
  feedbackId: number;
  /** Asks for confirmation, then blocks an account. */
  BlockDialog: ComponentType<BlockDialogProps>;
}

/**
 * Lists the item's voters page by page. For a recorded vote, names the admin who recorded the vote.
 */
export function VoterList({ feedbackId, BlockDialog }: VoterListProps) {
  const block = useDialogState<BlockDialogProps["account"]>();
  const list = useInfiniteQuery({ ...votersQuery(feedbackId), staleTime: 0 });
  const voters = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const { box, expectMore } = useFocusOnNewRow(voters.length);
  return (
    <LoadedContent query={list} skeleton={<VotersSkeleton />} errorMessage={FAILED}>
      {({ pages }) => (
        <div ref={box}>
          <ul aria-label="Voters" className="flex flex-col gap-3 py-2">
            {voters.map((voter) => (
              <VoterRow
                key={voter.userId}
                feedbackId={feedbackId}
                voter={voter}
                onBlock={() => block.open({ id: voter.userId, name: voterName(voter.user) })}
              />
            ))}
          </ul>
          <NextPage
            list={list}
            loaded={pages.length}
            errorMessage={FAILED}
            name="voters"
            onPress={expectMore}
          />
          {block.subject ? (
            <BlockDialog
              key={block.turn}
              isOpen={block.isOpen}
              onClose={block.close}
              account={block.subject}
            />
          ) : null}
        </div>
      )}
    </LoadedContent>
  );
}

interface VoterRowProps extends Pick<VoterListProps, "feedbackId"> {
  voter: Voter;
  onBlock: () => void;
}

function VoterRow({ feedbackId, voter, onBlock }: VoterRowProps) {
  const { userId, user, organisation, recordedBy, isAdmin, isBlocked, createdAt } = voter;
  const name = voterName(user);
  const withdraw = useWithdrawVote();
  return (
    <li tabIndex={-1} data-list-item className="flex flex-col items-start gap-1">
      <div className="flex w-full items-start gap-2">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <bdi className="font-medium">{name}</bdi>{" "}
          {isBlocked ? <Badge tone="danger">Blocked</Badge> : null}
          {name === user.username ? null : <div className="text-muted">{user.username}</div>}
          {organisation ? <Organisation {...organisation} /> : null}
          <div className="text-xs text-muted">
            <CalendarDate value={createdAt} />
            {recordedBy ? (
              <>
                {" "}
                · recorded by <bdi>{recordedBy.fullName ?? "an admin"}</bdi>
              </>
            ) : null}
          </div>
        </div>
        {isAdmin || isBlocked ? null : (
          <DropdownMenu>
            <DropdownMenuTrigger>
              <Button
                variant="ghost"
                size="icon"
                className="-my-1"
                aria-label={`More about ${name}`}
              >
                <Ellipsis aria-hidden="true" className="text-muted" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <DropdownMenuItem onSelect={onBlock}>Block in this company…</DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
      {recordedBy ? (
        <Button
          variant="secondary"
          size="sm"
          pending={withdraw.isPending}
          onClick={() => withdraw.mutate({ params: { id: feedbackId, userId } })}
        >
          Take back<span className="sr-only"> the vote of {name}</span>
        </Button>
      ) : null}
    </li>
  );
}

/** The organisation for which the voter works, with what it pays. */
function Organisation({ name, plan, monthlySpend }: VoterOrganisation) {
  return (
    <div className="text-muted">
      <bdi>{name}</bdi>
      {plan === null ? null : (
        <>
          {" "}
          · <bdi>{plan}</bdi>
        </>
      )}
      {monthlySpend === null ? null : ` · ${formatCount(Math.round(monthlySpend))} a month`}
    </div>
  );
}

function VotersSkeleton() {
  return (
    <SkeletonGroup label="Loading voters" className="flex flex-col gap-3 py-2">
      <Skeleton className="w-56" />
      <Skeleton className="w-56" />
      <Skeleton className="w-56" />
    </SkeletonGroup>
  );
}

/** Returns a mutation that takes back a recorded vote. */
function useWithdrawVote() {
  const client = useQueryClient();
  return useApiMutation("DELETE /api/feedback/:id/votes/:userId", {
    changes: "item",
    errorFallback: "Failed to take back the vote",
    onSuccess: ({ undoToken }) =>
      toastWithUndo(client, { title: "Vote taken back" }, { undoToken, changes: "item" }),
  });
}
