import { useNavigationBlocker } from "#web/app/navigation/NavigationContext.tsx";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import { hasUnsavedChanges, leaveWarning } from "#web/ui/unsavedChanges.ts";

const ConfirmDialog = lazyWindow(
  async () => (await import("#web/ui/ConfirmDialog.tsx")).ConfirmDialog,
  { atIdle: true },
);

/**
 * Asks for confirmation before unsaved changes (`useUnsavedChanges`) are discarded by a logout or
 * by a navigation to another page. Rendered once, in the layout.
 */
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
      // The changes are discarded together with their form when the new page is rendered. Until
      // then the user can still return to the form.
      onConfirm={leave}
    />
  );
}
