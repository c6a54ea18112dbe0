import { useId } from "react";
import type { ImportSource } from "#contract/imports.ts";
import { IMPORT_SOURCES } from "#contract/imports.ts";
import { cn } from "#web/ui/cn.ts";
import { SOURCES } from "./importLabels.ts";

interface SourceChoiceProps {
  source: ImportSource;
  disabled: boolean;
  onChoose: (source: ImportSource) => void;
}

/** Radio buttons for the product or format from which the feedback comes. */
export function SourceChoice({ source, disabled, onChoose }: SourceChoiceProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-2 text-sm font-medium">Where does the feedback come from?</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {IMPORT_SOURCES.map((value) => (
          <label
            key={value}
            className={cn(
              "flex cursor-pointer items-start gap-3 rounded-lg border p-3 text-sm",
              value === source ? "bg-primary-tint" : "hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={id}
              checked={value === source}
              onChange={() => onChoose(value)}
              aria-label={SOURCES[value].label}
              aria-describedby={`${id}-${value}`}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{SOURCES[value].label}</span>
              <span id={`${id}-${value}`} className="block text-muted">
                {SOURCES[value].help}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
