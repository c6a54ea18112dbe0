import { useState } from "react";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { listedShortcuts } from "#web/ui/shortcuts.ts";

export interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the keyboard shortcuts of the page. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog {...props} title="Keyboard shortcuts" size="sm">
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const [shortcuts] = useState(listedShortcuts);
  return (
    <dl className="divide-y divide-line">
      {shortcuts.map(({ key, does }) => (
        <div key={key + does} className="flex items-center justify-between gap-4 py-2.5">
          <dt>{does}</dt>
          <dd>
            <Kbd>{key}</Kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
