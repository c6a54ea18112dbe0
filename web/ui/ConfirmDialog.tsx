import type { ConfirmDialogProps } from "./ConfirmWindow.tsx";
import { DEFERRED_WINDOW } from "./deferredWindow.ts";
import { deferred } from "./deferred.tsx";

/** Asks before something that cannot be undone. Starts on Cancel, or on the field in `children`; stays while pending. */
export const ConfirmDialog = deferred<ConfirmDialogProps>(
  async () => (await import("./widgets.ts")).ConfirmWindow,
  DEFERRED_WINDOW,
);
