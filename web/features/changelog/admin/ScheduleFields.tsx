import type { ReactNode } from "react";
import { useId, useState } from "react";
import { SCHEDULE_DAYS } from "#contract/changelog.ts";
import { DateInput } from "#web/ui/DateInput.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { WallTime } from "./zonedTime.ts";
import { wallTime, zonedTime } from "./zonedTime.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** When an entry is to be published. The day and the time are those of the company's clocks. */
export interface PlannedTime extends WallTime {
  readonly when: "now" | "later";
}

/**
 * Returns what the fields show at first: the time of a scheduled entry, otherwise now, and nine
 * o'clock of the next day for later.
 */
export function firstPlan(scheduledAt: string | null, zone: string): PlannedTime {
  if (scheduledAt) return { when: "later", ...wallTime(Date.parse(scheduledAt), zone) };
  return { when: "now", day: wallTime(Date.now() + DAY_MS, zone).day, time: "09:00" };
}

/** Returns the planned time in ISO 8601, null for now, and undefined if a field is empty. */
export function timeOf({ when, ...wall }: PlannedTime, zone: string): string | null | undefined {
  if (when === "now") return null;
  return wall.day === "" || wall.time === "" ? undefined : zonedTime(wall, zone);
}

interface ScheduleFieldsProps {
  plan: PlannedTime;
  onChange: (plan: PlannedTime) => void;
  /** The company's time zone. */
  zone: string;
  error: string | undefined;
}

/** Chooses between now and a later time. */
export function ScheduleFields({ plan, onChange, zone, error }: ScheduleFieldsProps) {
  const group = useId();
  const [now] = useState(Date.now);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">When</legend>
      {(["now", "later"] as const).map((when) => (
        <Choice key={when} label={when === "now" ? "Now" : "At a time"}>
          <input
            type="radio"
            name={group}
            checked={plan.when === when}
            onChange={() => onChange({ ...plan, when })}
            className="size-4 shrink-0 accent-primary"
          />
        </Choice>
      ))}
      {plan.when === "later" ? (
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <Field label="Day" error={error}>
            {(control) => (
              <DateInput
                {...control}
                value={plan.day}
                min={wallTime(now, zone).day}
                max={wallTime(now + SCHEDULE_DAYS * DAY_MS, zone).day}
                onChange={(day) => onChange({ ...plan, day })}
              />
            )}
          </Field>
          <Field
            label="Time"
            help={
              <>
                In your company&apos;s time zone,{" "}
                <a href="/company/settings" className="underline underline-offset-2">
                  {zone.replaceAll("_", " ")}
                </a>
              </>
            }
          >
            {(control) => (
              <TextInput
                {...control}
                type="time"
                value={plan.time}
                onChange={({ target }) => onChange({ ...plan, time: target.value })}
              />
            )}
          </Field>
        </div>
      ) : null}
    </fieldset>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3 text-sm">
      {children}
      {label}
    </label>
  );
}
