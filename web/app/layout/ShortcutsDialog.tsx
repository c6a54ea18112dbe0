import { Dialog } from "#web/ui/Dialog.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { ADMIN_SHORTCUTS, SHORTCUTS } from "#web/ui/shortcuts.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { isAdminOf } from "#web/app/api/session.ts";

export interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  const isAdmin = isAdminOf(useCurrentUser(), usePortal().tenantId);
  const shortcuts = isAdmin ? [...SHORTCUTS, ...ADMIN_SHORTCUTS] : SHORTCUTS;
  return (
    <Dialog {...props} title="Keyboard shortcuts" size="sm">
      <dl className="divide-y divide-line">
        {shortcuts.map(({ key, does }) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2.5">
            <dt>{does}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
