import type { ComponentProps } from "react";

/**
 * A text field of the changelog's pages. It looks like `TextInput`, which would become part of a script
 * that the pages of items load as well (scripts/pageBudgets.mjs).
 */
export function LightInput(props: ComponentProps<"input">) {
  return (
    <div className="field-box flex h-10 w-full min-w-0 items-center">
      <input
        {...props}
        className="h-full w-0 min-w-0 flex-1 rounded-lg bg-transparent px-3 outline-none"
      />
    </div>
  );
}
