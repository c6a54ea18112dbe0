import { useBlocker } from "react-router";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { forgetUnsavedChanges, hasUnsavedChanges } from "#web/ui/unsavedChanges.ts";

/** Asks before a link leads away from a form that holds something unsaved (`useUnsavedChanges`). Once, in the layout. */
export function UnsavedChangesGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Discard unsaved changes?"
      description="What you changed on this page has not been saved."
      confirmLabel="Discard changes"
      onConfirm={() => {
        forgetUnsavedChanges();
        blocker.proceed?.();
      }}
    />
  );
}
