import { useId } from "react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import { CircleAlert } from "./icons.ts";

/** Attributes for the control inside a `Field`. Spread them onto the control. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: string;
  /** Help text, which is always shown below the control. */
  help?: ReactNode;
  /** Error message, which is shown below the control and announced at once. */
  error?: string | undefined;
  /** Whether `aria-required` is set. The form itself must validate the value. */
  required?: boolean;
  /** Whether '(optional)' is shown after the label. */
  optional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A form field with its label, control, error message and help text. */
export function Field({ label, help, error, required, optional, className, children }: FieldProps) {
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, helpId].filter(Boolean).join(" ");
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {error ? (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-break-word">{error}</span>
        </p>
      ) : null}
      {help ? (
        <p id={helpId} className="text-sm text-muted">
          {help}
        </p>
      ) : null}
    </div>
  );
}
