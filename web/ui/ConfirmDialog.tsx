import type { ConfirmDialogProps } from "./ConfirmWindow.tsx";
import { lazyWindow } from "./lazyWindow.tsx";

/**
 * Asks for confirmation before an action, for instance because it cannot be undone. The focus
 * starts on Cancel, or on a field in `children`. The dialog stays open while the action is pending.
 */
export const ConfirmDialog = lazyWindow<ConfirmDialogProps>(
  async () => (await import("./widgets.ts")).ConfirmWindow,
  { atIdle: true },
);
