import { closeUnloaded } from "./closeUnloaded.ts";
import { deferred } from "./deferred.tsx";
import type { DialogProps } from "./DialogWindow.tsx";

/** A modal dialog; on phones a sheet at the bottom. */
export const Dialog = deferred<DialogProps>(async () => (await import("./widgets.ts")).DialogWindow, {
  wishOf: ({ open }) => open,
  onFailure: ({ onOpenChange }) => closeUnloaded(() => onOpenChange(false)),
});
