import type { SubmitEvent } from "react";
import { useRef, useState } from "react";
import type { FeedbackDetail, FeedbackStatus } from "#contract/feedback.ts";
import { FeedbackChanges } from "#contract/feedback.ts";
import { useFeedbackUpdate } from "./useFeedbackUpdate.ts";

/** The state of the form that changes an item's status. */
export function useStatusForm(item: FeedbackDetail) {
  const [chosen, setChosen] = useState<FeedbackStatus | null>(null);
  /**
   * The new status that will be saved without notifying anybody; null if followers will be
   * notified.
   */
  const [silentStatus, setSilentStatus] = useState<FeedbackStatus | null>(null);
  const [note, setNote] = useState("");
  const [noteError, setNoteError] = useState<string>();
  const sentNote = useRef("");
  const update = useFeedbackUpdate({
    onSuccess: (saved) => {
      // Resets only the fields that the user has not changed since the submission.
      if (note === sentNote.current) setNote("");
      if (chosen === saved.status) setChosen(null);
      if (silentStatus === saved.status) setSilentStatus(null);
    },
  });
  const status = chosen ?? item.status;
  const newStatus = status === item.status ? undefined : status;
  const isSilent = newStatus !== undefined && newStatus === silentStatus;
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending) return;
    const changes = FeedbackChanges.safeParse({
      status: newStatus,
      note: note.trim() || undefined,
      notify: isSilent ? false : undefined,
    });
    setNoteError(changes.error?.issues[0]?.message);
    if (!changes.success) return;
    sentNote.current = note;
    update.mutate({ params: { id: item.id }, body: changes.data });
  };
  return {
    status,
    newStatus,
    isSilent,
    note,
    noteError,
    isPending: update.isPending,
    chooseStatus: (selected: FeedbackStatus | null) => {
      setChosen(selected);
      setSilentStatus(null);
      setNoteError(undefined);
    },
    setSilent: (isChosen: boolean) => setSilentStatus(isChosen ? status : null),
    writeNote: (text: string) => {
      setNote(text);
      setNoteError(undefined);
    },
    save,
  };
}
