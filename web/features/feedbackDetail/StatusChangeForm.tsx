import { useRef, useState } from "react";
import type { RefObject, SubmitEvent } from "react";
import type { FeedbackItem, FeedbackStatus } from "#contract/feedback.ts";
import { FeedbackChanges } from "#contract/feedback.ts";
import { FEEDBACK_STATUS_LABELS, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { StatusAudience } from "./StatusAudience.tsx";
import { useFeedbackUpdate } from "./useFeedbackUpdate.ts";

/**
 * The form that changes the status, with an optional public note. Any status may follow any other
 * status (docs/product-decisions.md "Feedback").
 */
export function StatusChangeForm({ item }: { item: FeedbackItem }) {
  const [chosen, setChosen] = useState<FeedbackStatus | null>(null);
  const [note, setNote] = useState("");
  const [isSilent, setIsSilent] = useState(false);
  const [noteError, setNoteError] = useState<string>();
  const select = useRef<HTMLSelectElement>(null);
  const sentNote = useRef("");
  const update = useFeedbackUpdate({
    onSuccess: (saved) => {
      // Clears the note only if it has not changed since the submission.
      if (note === sentNote.current) setNote("");
      if (chosen !== saved.status) return;
      setChosen(null);
      setIsSilent(false);
    },
  });
  const status = chosen ?? item.status;
  const newStatus = status === item.status ? undefined : status;
  const hasNote = note.trim() !== "";
  useUnsavedChanges(hasNote);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending) return;
    const changes = FeedbackChanges.safeParse({
      status: newStatus,
      note: note.trim() || undefined,
      notify: newStatus && isSilent ? false : undefined,
    });
    setNoteError(changes.error?.issues[0]?.message);
    if (!changes.success) return;
    sentNote.current = note;
    update.mutate({ params: { id: item.id }, body: changes.data });
  };
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3">
      <StatusSelect
        ref={select}
        value={status}
        onChange={(selected) => {
          setChosen(selected);
          if (selected === item.status) setIsSilent(false);
          setNoteError(undefined);
        }}
      />
      <StatusAudience
        feedbackId={item.id}
        isAsked={newStatus !== undefined}
        isSilent={isSilent}
        onChange={setIsSilent}
      />
      {/* The note field stays while it has text, even if another admin has changed the status. */}
      {newStatus || hasNote || update.isPending ? (
        <NoteAndButton
          note={note}
          error={noteError}
          isPending={update.isPending}
          focusAfter={select}
          onChange={(text) => {
            setNote(text);
            setNoteError(undefined);
          }}
        />
      ) : null}
    </form>
  );
}

interface StatusSelectProps {
  ref: RefObject<HTMLSelectElement | null>;
  value: FeedbackStatus;
  onChange: (status: FeedbackStatus | null) => void;
}

function StatusSelect({ ref, value, onChange }: StatusSelectProps) {
  return (
    <NativeSelect
      ref={ref}
      label="Status"
      value={value}
      onChange={({ target }) =>
        onChange(FEEDBACK_STATUSES.find((status) => status === target.value) ?? null)
      }
    >
      {FEEDBACK_STATUSES.map((status) => (
        <option key={status} value={status}>
          {FEEDBACK_STATUS_LABELS[status]}
        </option>
      ))}
    </NativeSelect>
  );
}

interface NoteAndButtonProps {
  note: string;
  error: string | undefined;
  isPending: boolean;
  /** Gets the focus when the note field and the button are removed. */
  focusAfter: RefObject<HTMLSelectElement | null>;
  onChange: (note: string) => void;
}

function NoteAndButton({ note, error, isPending, focusAfter, onChange }: NoteAndButtonProps) {
  useFocusWhenLost(focusAfter);
  return (
    <>
      <Field
        label="Public note"
        optional
        error={error}
        help="Everyone who sees this item can read it."
      >
        {(control) => (
          <TextArea
            rows={3}
            {...control}
            value={note}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" pending={isPending} pendingLabel="Saving...">
        Save
      </Button>
    </>
  );
}
