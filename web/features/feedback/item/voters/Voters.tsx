import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { ChevronRight } from "#web/ui/adminIcons.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { useFocusFallback } from "#web/ui/focus.ts";
import { RecordVoteDialog } from "./RecordVoteDialog.tsx";
import type { VoterListProps } from "./VoterList.tsx";
import { VoterList, votersQuery } from "./VoterList.tsx";
import { voterName } from "./voterName.ts";

export interface VotersProps {
  item: FeedbackDetail;
  BlockDialog: VoterListProps["BlockDialog"];
}

/**
 * The first voters as avatars, the list of all voters, which can be opened, and the button that
 * records a vote.
 */
export function Voters({ item, BlockDialog }: VotersProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(section, heading);
  const [isOpen, setIsOpen] = useState(false);
  const unnamed = item.unnamedVotes ?? 0;
  const voters = item.votes - unnamed;
  return (
    <section ref={section} aria-labelledby={headingId} className="border-t border-line pt-4">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 ref={heading} id={headingId} tabIndex={-1} className="font-semibold outline-none">
          Voters
        </h2>
        {item.state === "open" ? <RecordVote feedbackId={item.id} /> : null}
      </div>
      {item.votes === 0 ? <p className="mt-2 text-sm text-muted">Nobody has voted yet.</p> : null}
      {voters > 0 ? <FirstVoters feedbackId={item.id} /> : null}
      {voters > 0 ? (
        <details
          className="group text-sm"
          onToggle={(event) => setIsOpen(event.currentTarget.open)}
        >
          <summary className="inline-flex min-h-8 list-none items-center gap-1 rounded text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden="true"
              className="size-4 shrink-0 transition-transform group-open:rotate-90"
            />
            Show {countLabel(voters, "voter")}
          </summary>
          {isOpen ? <VoterList feedbackId={item.id} BlockDialog={BlockDialog} /> : null}
        </details>
      ) : null}
      {unnamed > 0 ? (
        <p className="text-sm text-muted">
          {countLabel(unnamed, "vote")} without {unnamed === 1 ? "a name" : "names"}, from an import
        </p>
      ) : null}
    </section>
  );
}

/** The avatars of the first ten voters. */
function FirstVoters({ feedbackId }: { feedbackId: number }) {
  const { data } = useInfiniteQuery(votersQuery(feedbackId));
  return (
    <ul aria-label="First voters" className="mt-2 mb-1 flex min-h-6 flex-wrap gap-1">
      {data?.pages[0]?.items.map(({ userId, user }) => (
        <li key={userId} title={voterName(user)} className="flex">
          <Avatar name={voterName(user)} picture={user.pictureUrl} size="sm" />
          <span className="sr-only">{voterName(user)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The button that records a vote for a customer, with its dialog. */
function RecordVote({ feedbackId }: { feedbackId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  // The dialog has a new key each time it opens, so that its fields are empty.
  const [turn, setTurn] = useState(0);
  const open = () => {
    setTurn(turn + 1);
    setIsOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3 text-muted"
        aria-haspopup="dialog"
        onClick={open}
      >
        Record a vote…
      </Button>
      <RecordVoteDialog
        key={turn}
        feedbackId={feedbackId}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
