import { useWatch } from "react-hook-form";
import { isTimeZone, timeZonesWith } from "#contract/notificationSettings.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import type { NotificationsFormState } from "./NotificationsCard.tsx";

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
          <NativeSelect {...control} {...form.register("timeZone")} defaultValue={saved}>
            <Options saved={saved} browserZone={browserZone} isComplete={isHydrated} />
          </NativeSelect>
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
