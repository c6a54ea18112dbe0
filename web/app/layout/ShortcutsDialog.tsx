import { useState } from "react";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { listedShortcuts, SHORTCUT_GROUPS } from "#web/ui/shortcuts.ts";

export interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the keyboard shortcuts of the page. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog {...props} title="Keyboard shortcuts" size="lg">
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const [shortcuts] = useState(listedShortcuts);
  const groups = SHORTCUT_GROUPS.map((group) => ({
    group,
    keys: shortcuts.filter((each) => each.group === group),
  }));
  return (
    <div className="sm:columns-2 sm:gap-8">
      {groups.map(({ group, keys }) =>
        keys.length === 0 ? null : (
          <section
            key={group}
            aria-labelledby={`keys-${group}`}
            className="break-inside-avoid pb-5"
          >
            <h3 id={`keys-${group}`} className="text-sm font-semibold text-muted">
              {group}
            </h3>
            <dl>
              {keys.map(({ key, does }) => (
                <div key={key} className="flex items-center justify-between gap-4 border-b py-2">
                  <dt>{does}</dt>
                  <dd>
                    <Kbd>{key}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ),
      )}
    </div>
  );
}
