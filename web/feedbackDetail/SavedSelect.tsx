import { useId, useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import type { FeedbackChange } from "./useFeedbackUpdate.ts";
import { useFeedbackUpdate } from "./useFeedbackUpdate.ts";

interface SavedSelectProps {
  item: FeedbackItem;
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  /** The change a choice stands for. */
  changeFor: (value: string) => FeedbackChange;
}

/** A select that saves on change. It shows the choice while saving, and the old value again if that fails. */
export function SavedSelect({ item, label, value, options, changeFor }: SavedSelectProps) {
  const id = useId();
  const [chosen, setChosen] = useState(value);
  const update = useFeedbackUpdate();
  const choose = (choice: string) => {
    // Not disabled meanwhile, which would cost the focus.
    if (update.isPending) return;
    setChosen(choice);
    update.mutate({ params: { id: String(item.id) }, body: changeFor(choice) });
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <NativeSelect
          id={id}
          className="flex-1"
          value={update.isPending ? chosen : value}
          aria-busy={update.isPending}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
        {update.isPending ? <Spinner label="Saving" className="text-muted" /> : null}
      </div>
    </div>
  );
}
