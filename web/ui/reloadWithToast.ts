import type { ToastMessage } from "./toast.ts";
import { toastAfterReload } from "./toast.ts";
import { forgetUnsavedChanges } from "./unsavedChanges.ts";

/** Loads the page anew, since what was saved shows everywhere on it, and says so once it is back. */
export function reloadWithToast(message: ToastMessage): void {
  forgetUnsavedChanges();
  toastAfterReload(message);
  window.location.reload();
}
