import { useId } from "react";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { controlBox } from "./controlBox.ts";
import { ChevronDown } from "./icons.ts";

interface SelectProps extends ComponentProps<"select"> {
  /**
   * A visible label above the select. Without a label, and outside a `Field`, add an `aria-label`.
   */
  label?: string;
}

/**
 * A select, 40 px high, with `<option>` and `<optgroup>` as children. It is the browser's own
 * element. `elements.css` styles its list like a menu, except on touch devices and in browsers
 * without customizable selects. `className` applies to the box around the select.
 */
export function Select({ label, id, className, children, ...props }: SelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const box = (
    <span className={cn(controlBox, "relative block min-w-0", className)}>
      <select
        id={selectId}
        className="block h-9.5 w-full truncate rounded-lg bg-transparent py-0 pr-9 pl-3 leading-9.5 outline-none"
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
