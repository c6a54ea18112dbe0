import { lazyWindow } from "./lazyWindow.tsx";
import type { DialogProps } from "./DialogWindow.tsx";

/** A modal dialog; on phones a sheet at the bottom. */
export const Dialog = lazyWindow<DialogProps>(
  async () => (await import("./widgets.ts")).DialogWindow,
  { atIdle: true },
);
