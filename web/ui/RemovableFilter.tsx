import type { RefObject } from "react";
import { Button } from "./Button.tsx";
import { focusField } from "./focusField.ts";
import { X } from "./icons.ts";

interface RemovableFilterProps {
  label: string;
  /** What the list shows without the filter, for screen readers. */
  removeLabel: string;
  onRemove: () => void;
  /** Gets the focus, because the button disappears. */
  searchRef: RefObject<HTMLElement | null>;
}

/** A filter of a table that was chosen by a link in a row. Its button removes the filter. */
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
