import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { RecordVoteDialog } from "./RecordVoteDialog.tsx";

/** The button that records a vote for a customer, with its dialog. */
export function RecordVote({ feedbackId }: { feedbackId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  // The dialog has a new key each time it opens, so that its fields are empty.
  const [turn, setTurn] = useState(0);
  const open = () => {
    setTurn(turn + 1);
    setIsOpen(true);
  };
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={open}>
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
