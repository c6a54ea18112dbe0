import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "id"> {
  label: string;
  help?: ReactNode;
}

/**
 * A switch with its label at the left. It is a native checkbox, so it works controlled,
 * uncontrolled and registered with a form.
 */
export function Switch({ label, help, className, ...props }: SwitchProps) {
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  return (
    <div className={cn("flex min-h-10 items-center justify-between gap-4", className)}>
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block py-1 text-sm font-medium">
          {label}
        </label>
        {help ? (
          <p id={helpId} className="text-sm text-muted">
            {help}
          </p>
        ) : null}
      </div>
      <span className="relative grid h-10 w-11 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox needs no aria-checked
          role="switch"
          aria-describedby={helpId}
          className={cn(
            "peer h-6 w-11 cursor-pointer appearance-none rounded-full border border-control bg-sunken transition-colors",
            "after:absolute after:inset-0 after:content-[''] disabled:cursor-not-allowed disabled:opacity-50",
            "checked:border-primary-edge checked:bg-primary",
          )}
          {...props}
        />
        <span
          aria-hidden="true"
          className={cn(
            "pointer-events-none absolute top-1/2 left-1 size-4 -translate-y-1/2 rounded-full bg-control transition-all",
            "peer-checked:translate-x-5 peer-checked:bg-on-primary peer-disabled:opacity-50",
          )}
        />
      </span>
    </div>
  );
}
