import { Popover as RadixPopover } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./cn.ts";

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Names the panel for screen readers. */
  label: string;
  /** Leave `open` and `onOpenChange` out and it looks after itself. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}

/** A small panel beside the button that opens it, never wider than the window. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = "end",
  className,
  children,
}: PopoverProps) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            "z-40 w-80 max-w-[calc(100vw-1.5rem)] rounded-xl border bg-raised p-4 text-ink shadow-float outline-none",
            "max-h-(--radix-popover-content-available-height) overflow-y-auto",
            "data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in",
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
