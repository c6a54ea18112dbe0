import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import type { Person } from "./PersonChoice.tsx";
import { PersonChoice } from "./PersonChoice.tsx";
import { voterName } from "./voterName.ts";

const FAILED = "Failed to record the vote";

interface RecordVoteDialogProps {
  feedbackId: number;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * The dialog that records a vote for a member, or for another person by e-mail address
 * (docs/product-decisions.md "Duplicates, triage").
 */
export function RecordVoteDialog({ feedbackId, isOpen, onClose }: RecordVoteDialogProps) {
  const [person, setPerson] = useState<Person>({ text: "", memberId: null });
  const [isMissing, setIsMissing] = useState(false);
  const [notify, setNotify] = useState(false);
  const record = useRecordVote(onClose);
  const choose = (chosen: Person) => {
    setPerson(chosen);
    setIsMissing(false);
    record.reset();
  };
  const { text, memberId } = person;
  const save = () => {
    const username = person.text.trim();
    const isAddress = username.includes("@");
    setIsMissing(memberId === null && !isAddress);
    if (record.isPending || (memberId === null && !isAddress)) return;
    const who = memberId === null ? { username } : { userId: memberId };
    record.mutate({ params: { id: feedbackId }, body: { ...who, notify } });
  };
  const error = record.error && (record.error.serverMessage ?? FAILED);
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="Record a Vote"
      description="For a customer who has asked you for this item. The vote counts like any other and shows that you recorded it."
      isDirty={text !== ""}
      isPending={record.isPending}
      submitLabel="Record vote"
      pendingLabel="Recording..."
      onSubmit={save}
    >
      <div className="flex flex-col gap-4">
        <PersonChoice
          person={person}
          onChoose={choose}
          error={isMissing ? "Choose a person or enter an address" : (error ?? undefined)}
        />
        <Switch
          label="Notify them of changes"
          help="Of changes of status and your team's comments, as if they had voted themselves."
          checked={notify}
          onChange={(event) => setNotify(event.target.checked)}
        />
      </div>
    </FormDialog>
  );
}

function useRecordVote(onDone: () => void) {
  const client = useQueryClient();
  return useApiMutation("POST /api/feedback/:id/votes", {
    changes: "item",
    errorFallback: FAILED,
    isShown: () => true,
    onSuccess: ({ user, undoToken }) => {
      const title = `Vote of ${voterName(user)} recorded`;
      toastWithUndo(client, { title }, { undoToken, changes: "item" });
    },
    onSuccessMounted: onDone,
  });
}
