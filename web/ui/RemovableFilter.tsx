import type { RefObject } from "react";
import { Button } from "./Button.tsx";
import { focusField } from "./focusField.ts";
import { X } from "./icons.ts";

interface RemovableFilterProps {
  label: string;
  /** What the list shows without the filter, for screen readers. */
  removeLabel: string;
  onRemove: () => void;
  /** Gets the focus when the filter is removed, because the button disappears. */
  searchRef: RefObject<HTMLElement | null>;
}

/**
 * Displays a filter of a table, with a button that removes the filter. The filter was set by a link
 * or button outside the toolbar.
 */
export function RemovableFilter({ label, removeLabel, onRemove, searchRef }: RemovableFilterProps) {
  return (
    <Button
      variant="secondary"
      onClick={(event) => {
        focusField(searchRef, event);
        onRemove();
      }}
    >
      <span className="max-w-60 truncate">{label}</span>
      <X aria-hidden="true" className="text-muted" />
      <span className="sr-only">{removeLabel}</span>
    </Button>
  );
}
