import { Dialog } from "#web/ui/Dialog.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { SHORTCUTS } from "#web/ui/shortcuts.ts";

export interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog {...props} title="Keyboard shortcuts" size="sm">
      <dl className="divide-y divide-line">
        {SHORTCUTS.map(({ key, does }) => (
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
