import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NotifiedOutcomes } from "#contract/statusNotifications.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { peopleLabel } from "#web/ui/peopleLabel.ts";
import { ChevronRight } from "#web/ui/adminIcons.ts";

/**
 * Milliseconds between two requests for the number of notified people, while people are still being
 * notified.
 */
const POLL_MS = 2_000;

interface NotifiedPeopleProps {
  feedbackId: number;
  /** Id of the change of status. */
  changeId: number;
}

export const notifiedQuery = (feedbackId: number) =>
  apiQuery("/api/feedback/:id/notified", { params: { id: feedbackId } });

/**
 * Shows admins how many people a change of status has notified. The entries of a timeline share
 * one request. A new entry repeats the request when the entry is mounted.
 */
export function NotifiedPeople({ feedbackId, changeId }: NotifiedPeopleProps) {
  const { data } = useQuery({
    ...notifiedQuery(feedbackId),
    staleTime: 0,
    select: (changes) => changes.find(({ id }) => id === changeId) ?? null,
    refetchInterval: ({ state }) =>
      state.data?.some((change) => change.id === changeId && change.isPending) && POLL_MS,
  });
  if (!data) return null;
  const { isSilent, total, isCapped } = data;
  if (data.isPending) return <p className={LINE}>Notifying people …</p>;
  if (isSilent || total === 0) return <p className={LINE}>Nobody was notified</p>;
  return (
    <Details feedbackId={feedbackId} changeId={changeId} label={peopleLabel(total, isCapped)} />
  );
}

const LINE = "mt-1 text-sm text-muted";

function Details({ label, ...ids }: NotifiedPeopleProps & { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={`group ${LINE}`} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="-my-1 inline-flex min-h-8 list-none items-center gap-1 rounded hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        Notified {label}
      </summary>
      {isOpen ? <Outcomes {...ids} /> : null}
    </details>
  );
}

/** The labels of the outcomes, in the order in which the outcomes are listed. */
const OUTCOMES: readonly [outcome: keyof NotifiedOutcomes, label: string][] = [
  ["mailed", "Sent by mail"],
  ["waiting", "Mail is on its way"],
  ["digest", "In the next daily or weekly mail"],
  ["off", "In the product only"],
  ["suppressed", "Address gets no mails"],
  ["failed", "Mail failed"],
  ["dropped", "May no longer see the item"],
];

function Outcomes({ feedbackId, changeId }: NotifiedPeopleProps) {
  const input = { params: { id: feedbackId, changeId } };
  const query = useQuery({
    ...apiQuery("/api/feedback/:id/history/:changeId/notified", input),
    staleTime: 0,
  });
  const { data, isPending, isFetching, refetch } = query;
  if (isPending) return <OutcomesSkeleton />;
  if (!data) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3">
        The details could not be loaded.
        <Button variant="ghost" size="sm" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  return (
    <dl className="mt-2 grid w-fit grid-cols-[auto_auto] gap-x-4 gap-y-1.5">
      {OUTCOMES.filter(([outcome]) => data[outcome] > 0).map(([outcome, label]) => (
        <div key={outcome} className="contents">
          <dt>{label}</dt>
          <dd className="text-right text-ink tabular-nums">{formatCount(data[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}

function OutcomesSkeleton() {
  return (
    <SkeletonGroup label="Loading details" className="mt-2 flex flex-col gap-1.5">
      <Skeleton className="w-56" />
      <Skeleton className="w-56" />
    </SkeletonGroup>
  );
}
