import { useId } from "react";
import { useShortcut } from "#web/ui/shortcuts.ts";
import { Lock } from "#web/ui/icons.ts";

export interface NoteSwitchProps {
  isNote: boolean;
  onChange: (isNote: boolean) => void;
  /** Called when the user presses `n`. */
  onShortcut: () => void;
}

/** Radio buttons for a public comment or an internal note. */
export function NoteSwitch({ isNote, onChange, onShortcut }: NoteSwitchProps) {
  const name = useId();
  useShortcut("n", "Write an internal note", onShortcut, "Change");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex rounded-lg border border-line bg-sunken p-0.5">
        <legend className="sr-only">Kind of comment</legend>
        {[false, true].map((value) => (
          <label
            key={String(value)}
            className="relative flex min-h-10 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md px-2 text-sm whitespace-nowrap text-muted has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={isNote === value}
              onChange={() => onChange(value)}
            />
            {value ? <Lock aria-hidden="true" className="size-4" /> : null}
            {value ? "Internal note" : "Comment"}
          </label>
        ))}
      </fieldset>
      <p role="status" className="text-sm">
        {isNote ? "Only your team sees it" : ""}
      </p>
    </div>
  );
}
