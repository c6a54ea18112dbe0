import { useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { Voter } from "#contract/recordedVotes.ts";
import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { NextPage } from "#web/ui/NextPage.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { useFocusOnNewRow } from "#web/ui/useFocusOnNewRow.ts";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { useWithdrawVote } from "./useWithdrawVote.ts";
import { voterName } from "./voterName.ts";

const FAILED = "Failed to fetch voters";

interface VoterListProps {
  feedbackId: number;
  /** Gets the focus after a vote was taken back, because the vote's button is removed. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** Lists the item's voters, page by page, with the admins who recorded their votes. */
export function VoterList({ feedbackId, focusAfter }: VoterListProps) {
  // Short pages, because the panel is narrow and each voter takes three lines.
  const input = { params: { id: feedbackId }, query: { limit: "10" } };
  const query = apiPagedQuery(recordedVotesApi.list, input);
  const list = useInfiniteQuery({ ...query, staleTime: 0 });
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
                focusAfter={focusAfter}
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
        </div>
      )}
    </LoadedContent>
  );
}

function VoterRow({ feedbackId, voter, focusAfter }: VoterListProps & { voter: Voter }) {
  const { userId, user, recordedBy, createdAt } = voter;
  const name = voterName(user);
  const withdraw = useWithdrawVote();
  useFocusWhenLost(focusAfter);
  return (
    <li tabIndex={-1} data-list-item className="flex flex-col items-start gap-1">
      <div className="min-w-0 wrap-anywhere">
        <bdi className="font-medium">{name}</bdi>
        {name === user.username ? null : <div className="text-muted">{user.username}</div>}
        <div className="text-xs text-muted">
          <RelativeTime value={createdAt} withDate />
          {recordedBy ? (
            <>
              {" "}
              · recorded by <bdi>{recordedBy.fullName ?? "an admin"}</bdi>
            </>
          ) : null}
        </div>
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

function VotersSkeleton() {
  return (
    <SkeletonGroup label="Loading voters" className="flex flex-col gap-3 py-2">
      <Skeleton className="w-56" />
      <Skeleton className="w-56" />
      <Skeleton className="w-56" />
    </SkeletonGroup>
  );
}
