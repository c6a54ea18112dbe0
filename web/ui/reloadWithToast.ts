import type { ToastMessage } from "./toast.ts";
import { toastAfterReload } from "./toast.ts";
import { forgetUnsavedChanges } from "./unsavedChanges.ts";

/**
 * Reloads the page and then shows a toast. The reload is needed because the saved change affects
 * the whole page.
 */
export function reloadWithToast(message: ToastMessage): void {
  forgetUnsavedChanges();
  toastAfterReload(message);
  window.location.reload();
}
