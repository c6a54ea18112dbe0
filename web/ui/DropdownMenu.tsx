import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { Check } from "./adminIcons.ts";
import { Kbd } from "./Kbd.tsx";

/**
 * A menu below a button. It is not modal, because a modal menu would hide the page's scroll bar.
 */
export function DropdownMenu(props: ComponentProps<typeof RadixMenu.Root>) {
  return <RadixMenu.Root modal={false} {...props} />;
}

/** Makes its only child the button that opens the menu. */
export function DropdownMenuTrigger(props: ComponentProps<typeof RadixMenu.Trigger>) {
  return <RadixMenu.Trigger asChild {...props} />;
}

/**
 * The open list, aligned to the button's end. The list is not rendered in a React portal, so that
 * it stays in the landmark of its button.
 */
export function DropdownMenuContent({
  className,
  ...props
}: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Content
      align="end"
      sideOffset={6}
      collisionPadding={8}
      onCloseAutoFocus={(event) => {
        // While the menu faded out, the user may have moved the focus with a key. The focus then
        // stays at the new element.
        if (document.activeElement !== document.body) event.preventDefault();
      }}
      className={cn(
        "z-50 max-h-(--radix-dropdown-menu-content-available-height) weak:min-w-52 overflow-y-auto rounded-xl border",
        "bg-raised p-1 text-ink shadow-float outline-none",
        "data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in",
        className,
      )}
      {...props}
    />
  );
}

const itemClasses =
  "flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none select-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-hover md:min-h-9";

/** A menu item. With `asChild` its only child, a link, is the item. */
export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof RadixMenu.Item>) {
  return (
    <RadixMenu.Item
      className={cn(itemClasses, "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted", className)}
      {...props}
    />
  );
}

interface RadioItemProps extends ComponentProps<typeof RadixMenu.RadioItem> {
  /** The letter that chooses the item. */
  letter?: string | undefined;
}

/** One of several items of a `RadioGroup`, with a check mark if it is chosen. */
export function DropdownMenuRadioItem({ children, letter, ...props }: RadioItemProps) {
  return (
    <RadixMenu.RadioItem className={itemClasses} aria-keyshortcuts={letter} {...props}>
      {children}
      <span aria-hidden="true" className="ml-auto flex items-center gap-2.5 pl-2.5">
        <RadixMenu.ItemIndicator>
          <Check className="size-4" />
        </RadixMenu.ItemIndicator>
        {letter ? <Kbd className="pointer-coarse:hidden">{letter}</Kbd> : null}
      </span>
    </RadixMenu.RadioItem>
  );
}

/** An item that is turned on or off. Choosing the item leaves the menu open. */
export function DropdownMenuCheckboxItem({
  children,
  ...props
}: ComponentProps<typeof RadixMenu.CheckboxItem>) {
  return (
    <RadixMenu.CheckboxItem
      className={itemClasses}
      onSelect={(event) => event.preventDefault()}
      {...props}
    >
      {children}
      <RadixMenu.ItemIndicator className="ml-auto">
        <Check aria-hidden="true" className="size-4" />
      </RadixMenu.ItemIndicator>
    </RadixMenu.CheckboxItem>
  );
}

/** A text above the items. The text cannot be selected. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) {
  return <RadixMenu.Label className={cn("px-2.5 py-2 text-sm", className)} {...props} />;
}

/** A line between groups of items. */
export function DropdownMenuSeparator() {
  return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
