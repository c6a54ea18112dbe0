import { Popover as RadixPopover } from "radix-ui";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { useId, useRef } from "react";

export interface PopoverPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens and closes the panel. */
  anchor: RefObject<HTMLElement | null>;
  title: string;
  /** Content at the right of the title, such as a button. */
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A panel below a button, with a title and a list that scrolls. The arrow keys move the focus
 * between the elements with `data-list-item`. The panel is not modal. The panel is not rendered in
 * a React portal, so that it belongs to the same landmark as its button.
 */
export function PopoverPanel({
  open,
  onOpenChange,
  anchor,
  title,
  actions,
  footer,
  children,
}: PopoverPanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Anchor virtualRef={anchor} />
      <RadixPopover.Content
        ref={panel}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-labelledby={titleId}
        onKeyDown={moveFocus}
        onOpenAutoFocus={(event) => {
          // Focuses the panel, so that screen readers announce the panel's title. If a button got
          // the focus, a user could press it by accident.
          event.preventDefault();
          panel.current?.focus();
        }}
        onInteractOutside={(event) => {
          // The button's own click handler closes the panel. Closing the panel here as well would
          // make that handler open it again.
          if (anchor.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (document.activeElement === document.body) anchor.current?.focus();
        }}
        className={
          "z-50 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1rem))] " +
          "flex-col rounded-xl border bg-raised text-ink shadow-float outline-none " +
          "data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        }
      >
        <div className="flex min-h-12 items-center justify-between gap-4 border-b py-1 pr-2 pl-4">
          <h2 id={titleId} className="truncate text-sm font-semibold">
            {title}
          </h2>
          {actions}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
        {footer ? <div className="border-t p-1">{footer}</div> : null}
      </RadixPopover.Content>
    </RadixPopover.Root>
  );
}

/** Moves the focus between the list's items. Arrow keys outside the list focus the first item. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-list-item]")];
  // Without a list, the arrow keys belong to the fields of the panel.
  if (items.length === 0) return;
  const current = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: Math.min(current + 1, items.length - 1),
    ArrowUp: Math.max(current - 1, 0),
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
