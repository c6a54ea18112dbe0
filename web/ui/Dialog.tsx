import { lazyWindow } from "./lazyWindow.tsx";
import type { DialogProps } from "./DialogWindow.tsx";

/** A modal dialog. On phones it is a sheet at the bottom of the screen. */
export const Dialog = lazyWindow<DialogProps>(
  async () => (await import("./widgets.ts")).DialogWindow,
  { atIdle: true },
);
