import { useId, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { Button } from "#web/ui/Button.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import type { FeedbackChange } from "./useFeedbackUpdate.ts";
import { useFeedbackUpdate } from "./useFeedbackUpdate.ts";

interface SavedSelectProps {
  item: FeedbackDetail;
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  /** Returns the change to save for a selected value. */
  changeFor: (value: string) => FeedbackChange;
}

/**
 * A select with a save button. The button is needed because arrow keys pass through other values,
 * which must not be saved. The selection stays if saving fails or if the user changes the selection
 * while saving.
 */
export function SavedSelect({ item, label, value, options, changeFor }: SavedSelectProps) {
  const id = useId();
  const [chosen, setChosen] = useState(value);
  const [shown, setShown] = useState(value);
  const form = useRef<HTMLFormElement>(null);
  const update = useFeedbackUpdate();
  // When the saved value changes, a select that the user has not changed displays the new value.
  if (shown !== value) {
    setShown(value);
    if (chosen === shown) setChosen(value);
  }
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending || chosen === value) return;
    update.mutate(
      { params: { id: item.id }, body: changeFor(chosen) },
      { onSuccess: () => focusSelectIn(form.current) },
    );
  };
  return (
    <form ref={form} noValidate onSubmit={save} className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <NativeSelect
          id={id}
          className="flex-1"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
        {chosen !== value || update.isPending ? (
          <Button type="submit" pending={update.isPending} pendingLabel="Saving...">
            Save<span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** Moves the focus from the save button, which is removed, to the select. */
function focusSelectIn(form: HTMLFormElement | null) {
  if (form?.contains(document.activeElement)) form.querySelector("select")?.focus();
}
