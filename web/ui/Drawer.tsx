import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { useFocusReturn } from "./useFocusReturn.ts";
import { X } from "./icons.ts";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Content that stays at the bottom while the other content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A panel at the left edge, for navigation on phones. Its links must close the panel. */
export function Drawer({ open, onOpenChange, title, footer, children }: DrawerProps) {
  const { saveFocus, restoreFocus } = useFocusReturn();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div
          data-state={open ? "open" : "closed"}
          data-scroll-lock=""
          className={cn(
            "pointer-events-auto fixed inset-0 z-50 bg-scrim",
            "data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in",
          )}
        />
        <RadixDialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={saveFocus}
          onCloseAutoFocus={restoreFocus}
          className={cn(
            "fixed inset-y-0 left-0 z-50 flex w-[min(20rem,calc(100vw-3rem))] flex-col border-r bg-raised shadow-float",
            "outline-none data-[state=closed]:animate-left-out data-[state=open]:animate-left-in",
          )}
        >
          <div className="flex items-center justify-between gap-4 border-b py-2 pr-2 pl-4">
            <RadixDialog.Title className="truncate text-base font-semibold">
              {title}
            </RadixDialog.Title>
            <RadixDialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="text-muted">
                <X aria-hidden="true" />
              </Button>
            </RadixDialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">{children}</div>
          {footer ? (
            <div className="border-t p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          ) : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
