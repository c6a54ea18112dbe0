import { useRef } from "react";
import type { RefObject } from "react";
import type { FeedbackDetail, FeedbackStatus } from "#contract/feedback.ts";
import { FEEDBACK_STATUS_LABELS, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { StatusAudience } from "./StatusAudience.tsx";
import { useStatusForm } from "./useStatusForm.ts";

/**
 * The form that changes the status, with an optional public note. Any status may follow any other
 * status (docs/product-decisions.md "Feedback").
 */
export function StatusChangeForm({ item }: { item: FeedbackDetail }) {
  const form = useStatusForm(item);
  const { newStatus, isPending } = form;
  const select = useRef<HTMLSelectElement>(null);
  const hasNote = form.note.trim() !== "";
  useUnsavedChanges(hasNote);
  return (
    <form noValidate onSubmit={form.save} className="flex flex-col gap-3">
      <StatusSelect ref={select} value={form.status} onChange={form.chooseStatus} />
      <StatusAudience
        feedbackId={item.id}
        isAsked={newStatus !== undefined}
        isSilent={form.isSilent}
        onChange={form.setSilent}
      />
      {/* The note field stays while it has text, even if another admin has changed the status. */}
      {newStatus || hasNote || isPending ? (
        <NoteAndButton
          note={form.note}
          error={form.noteError}
          isPending={isPending}
          focusAfter={select}
          onChange={form.writeNote}
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
