import { useState } from "react";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import type { ReportDialogProps } from "./ReportDialog.tsx";

// The dialog is loaded on demand, because each comment and each card of a list has a menu.
export const ReportDialog = lazyWindow<ReportDialogProps>(
  async () => (await import("./ReportDialog.tsx")).ReportDialog,
  { atIdle: false },
);

interface ReportMenuProps extends Pick<ReportDialogProps, "feedbackId" | "commentId"> {
  /** The accessible name of the menu's button. */
  label: string;
}

/** The menu '…' of an item's page or of a comment for customers, with 'Report…'. */
export function ReportMenu({ label, ...post }: ReportMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button variant="ghost" size="sm" className="px-2" aria-label={label}>
            <Ellipsis aria-hidden="true" className="text-muted" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setIsOpen(true)}>Report…</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ReportDialog {...post} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
