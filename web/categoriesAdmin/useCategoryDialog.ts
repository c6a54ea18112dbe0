import { useState } from "react";
import type { BoardCategory } from "#contract/categories.ts";

/** A dialog of the categories screen. */
export type CategoryDialog =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "delete"; readonly category: BoardCategory };

/** The one that is open, or was the last to be: it may be on its way out. A new `turn` is a new form. */
export interface ShownCategoryDialog {
  readonly dialog: CategoryDialog;
  readonly isOpen: boolean;
  readonly turn: number;
}

/** Which dialog of the categories screen is open. */
export function useCategoryDialog() {
  const [shown, setShown] = useState<ShownCategoryDialog | null>(null);
  return {
    shown,
    open: (dialog: CategoryDialog) =>
      setShown((last) => ({ dialog, isOpen: true, turn: (last?.turn ?? 0) + 1 })),
    close: () => setShown((last) => last && { ...last, isOpen: false }),
  };
}
