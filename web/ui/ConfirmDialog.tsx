import type { ConfirmDialogProps } from "./ConfirmWindow.tsx";
import { lazyWindow } from "./lazyWindow.tsx";

/** Asks before something that cannot be undone. Starts on Cancel, or on the field in `children`; stays while pending. */
export const ConfirmDialog = lazyWindow<ConfirmDialogProps>(
  async () => (await import("./widgets.ts")).ConfirmWindow,
  { atIdle: true },
);
