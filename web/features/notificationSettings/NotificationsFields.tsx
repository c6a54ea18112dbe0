import type { ReactNode } from "react";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useController, useWatch } from "react-hook-form";
import type { NotificationSettings } from "#contract/notificationSettings.ts";
import { isTimeZone, timeZonesWith } from "#contract/notificationSettings.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";

/** Returns the values of the form's fields. */
export function notificationsValues({ email, timeZone, newFeedback }: NotificationSettings) {
  return { email, timeZone, newFeedback: newFeedback ?? "off" };
}

export type NotificationsValues = ReturnType<typeof notificationsValues>;
type NotificationsFormState = UseFormReturn<NotificationsValues>;

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

/**
 * The default time zone. An account keeps this time zone unless the registration or the user sets
 * another time zone.
 */
const DEFAULT_TIME_ZONE = "UTC";

interface TimeZoneFieldProps {
  form: NotificationsFormState;
  saved: string;
}

/**
 * The field for the time zone. If the chosen time zone is the default, a button offers the
 * browser's time zone.
 */
export function TimeZoneField({ form, saved }: TimeZoneFieldProps) {
  const isHydrated = useHydrated();
  const chosen = useWatch({ control: form.control, name: "timeZone" });
  const browserZone = isHydrated ? readBrowserZone() : DEFAULT_TIME_ZONE;
  const isOffered = chosen === DEFAULT_TIME_ZONE && browserZone !== DEFAULT_TIME_ZONE;
  const use = () => {
    form.setValue("timeZone", browserZone, { shouldDirty: true });
    // Moves the focus to the field, because the focused button is about to be removed.
    form.setFocus("timeZone");
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Field
        label="Time zone"
        help="Daily and weekly mails are sent at 8:00 in this time zone."
        error={form.formState.errors.timeZone?.message}
        className="w-full"
      >
        {(control) => (
          <Select {...control} {...form.register("timeZone")} defaultValue={saved}>
            <Options saved={saved} browserZone={browserZone} isComplete={isHydrated} />
          </Select>
        )}
      </Field>
      {isOffered ? (
        <Button variant="secondary" size="sm" onClick={use}>
          Use {browserZone}
        </Button>
      ) : null}
    </div>
  );
}

interface OptionsProps {
  saved: string;
  browserZone: string;
  /**
   * Whether all time zones are listed. HTML that the server renders lists only the saved time zone.
   */
  isComplete: boolean;
}

function Options({ saved, browserZone, isComplete }: OptionsProps) {
  const zones = isComplete ? new Set([...timeZonesWith(saved), browserZone]) : [saved];
  return [...zones].map((zone) => (
    <option key={zone} value={zone}>
      {zone.replaceAll("_", " ")}
    </option>
  ));
}

/** Returns the browser's time zone, or UTC if the server would refuse the browser's time zone. */
function readBrowserZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE;
}
