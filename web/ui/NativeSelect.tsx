import { useId } from "react";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { controlBox } from "./controlBox.ts";
import { ChevronDown } from "./icons.ts";

interface NativeSelectProps extends ComponentProps<"select"> {
  /**
   * A visible label above the select. Without a label, and outside a `Field`, add an `aria-label`.
   */
  label?: string;
}

/**
 * The browser's select, 40 px high, with the options as children. `className` applies to the box
 * around the select.
 */
export function NativeSelect({ label, id, className, children, ...props }: NativeSelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const box = (
    <span className={cn("relative block min-w-0", className)}>
      <select
        id={selectId}
        className={cn(
          controlBox,
          "h-10 w-full appearance-none truncate py-0 pr-9 pl-3",
          "focus-visible:border-focus focus-visible:-outline-offset-1",
        )}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
  if (!label) return box;
  return (
    <span className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={selectId} className="text-sm font-medium">
        {label}
      </label>
      {box}
    </span>
  );
}
