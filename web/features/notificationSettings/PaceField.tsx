import type { ReactNode } from "react";
import { useId } from "react";
import { useController } from "react-hook-form";
import type { NotificationsFormState } from "./NotificationsCard.tsx";

interface PaceFieldProps {
  legend: string;
  help?: string;
  choices: Readonly<Record<string, { label: string; help: string }>>;
  form: NotificationsFormState;
  name: "email" | "newFeedback";
}

/** A group of radio buttons for the mail frequency. */
export function PaceField({ legend, help, choices, form, name }: PaceFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name });
  const error = fieldState.error?.message;
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, helpId].filter(Boolean).join(" ");
  return (
    <fieldset className="min-w-0" aria-describedby={describedBy || undefined}>
      <legend className="text-sm font-medium">{legend}</legend>
      {help ? (
        <p id={helpId} className="text-sm text-muted">
          {help}
        </p>
      ) : null}
      {Object.entries(choices).map(([value, choice]) => (
        <Choice key={value} {...choice}>
          {(described) => (
            <input
              {...field}
              {...described}
              // If the value is refused, react-hook-form focuses the chosen option.
              ref={value === field.value ? field.ref : undefined}
              type="radio"
              value={value}
              checked={value === field.value}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
          )}
        </Choice>
      ))}
      {error ? (
        <p id={errorId} role="alert" className="mt-1 text-sm text-danger-text">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  help: string;
  children: (described: { "aria-label": string; "aria-describedby": string }) => ReactNode;
}

function Choice({ label, help, children }: ChoiceProps) {
  const helpId = useId();
  return (
    <label className="flex min-h-10 cursor-pointer items-start gap-3 py-2">
      {children({ "aria-label": label, "aria-describedby": helpId })}
      <span className="min-w-0 flex-1 text-sm">
        <span className="block">{label}</span>
        <span id={helpId} className="block text-muted">
          {help}
        </span>
      </span>
    </label>
  );
}
