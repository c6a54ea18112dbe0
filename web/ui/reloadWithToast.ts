import type { ToastMessage } from "./toast.ts";
import { toastAfterReload } from "./toast.ts";
import { forgetUnsavedChanges } from "./unsavedChanges.ts";

/** Reloads the page, since the saved change shows everywhere on it, and then shows a toast. */
export function reloadWithToast(message: ToastMessage): void {
  forgetUnsavedChanges();
  toastAfterReload(message);
  window.location.reload();
}
