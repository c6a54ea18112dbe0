import { useNavigationBlocker } from "#web/app/navigation/NavigationContext.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { hasUnsavedChanges, leaveWarning } from "#web/ui/unsavedChanges.ts";

/** Asks before a link or logging out leads away from a form that holds something unsaved (`useUnsavedChanges`). Once, in the layout. */
export function UnsavedChangesGuard() {
  const { isBlocked, leave, stay } = useNavigationBlocker(
    (from, next) => hasUnsavedChanges() && from.pathname !== next?.pathname,
  );
  const warning = leaveWarning();
  return (
    <ConfirmDialog
      open={isBlocked}
      onOpenChange={(open) => {
        if (!open) stay();
      }}
      title={warning ? "Leave this page?" : "Discard unsaved changes?"}
      description={warning ?? "What you changed on this page has not been saved."}
      confirmLabel={warning ? "Leave" : "Discard changes"}
      // What is agreed to be lost is lost on arrival, with its form: until then one may come back to it.
      onConfirm={leave}
    />
  );
}
