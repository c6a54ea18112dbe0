import { useHeldDeparture } from "#web/navigation/NavigationContext.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { forgetUnsavedChanges, hasUnsavedChanges, lossWarning } from "#web/ui/unsavedChanges.ts";

/** Asks before a link or logging out leads away from a form that holds something unsaved (`useUnsavedChanges`). Once, in the layout. */
export function UnsavedChangesGuard() {
  const { isHeld, to, leave, stay } = useHeldDeparture(
    (from, next) => hasUnsavedChanges() && from.pathname !== next?.pathname,
  );
  const warning = lossWarning();
  return (
    <ConfirmDialog
      open={isHeld}
      onOpenChange={(open) => {
        if (!open) stay();
      }}
      title={warning ? "Leave this page?" : "Discard unsaved changes?"}
      description={warning ?? "What you changed on this page has not been saved."}
      confirmLabel={warning ? "Leave" : "Discard changes"}
      onConfirm={() => {
        // Logging out may fail, and forgets by itself.
        if (to) forgetUnsavedChanges();
        leave();
      }}
    />
  );
}
