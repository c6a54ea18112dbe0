import { DEFERRED_WINDOW } from "./deferredWindow.ts";
import { deferred } from "./deferred.tsx";
import type { DialogProps } from "./DialogWindow.tsx";

/** A modal dialog; on phones a sheet at the bottom. */
export const Dialog = deferred<DialogProps>(
  async () => (await import("./widgets.ts")).DialogWindow,
  DEFERRED_WINDOW,
);
