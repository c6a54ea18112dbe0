import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";
import { controlBox } from "./controlBox.ts";

interface TextInputProps extends ComponentProps<"input"> {
  /** Content at the start of the box: an icon, a short label or a fixed prefix. */
  start?: ReactNode;
  /** Content at the end of the box: a fixed suffix or a small button. */
  end?: ReactNode;
  /** Class of the `<input>`. `className` applies to the box around the `<input>`. */
  inputClassName?: string;
}

/** A one-line text field, 40 px high. `ref` is the `<input>`. */
export function TextInput({
  className,
  inputClassName,
  start,
  end,
  type = "text",
  ...props
}: TextInputProps) {
  return (
    <div
      className={cn(
        controlBox,
        "flex h-10 weak:w-full weak:min-w-0 items-center overflow-clip [overflow-clip-margin:4px]",
        className,
      )}
    >
      {start ? (
        <span className="flex shrink-0 items-center pl-3 text-muted [&_svg]:size-4">{start}</span>
      ) : null}
      <input
        type={type}
        className={cn(
          "h-full w-0 min-w-0 flex-1 rounded-lg bg-transparent px-3 outline-none",
          start && "pl-2",
          inputClassName,
        )}
        {...props}
      />
      {end ? (
        <span className="flex shrink-0 items-center pr-3 text-muted [&_svg]:size-4">{end}</span>
      ) : null}
    </div>
  );
}
