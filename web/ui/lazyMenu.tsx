import type { ComponentProps, ComponentType, ReactElement } from "react";
import { cloneElement, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLazyComponent } from "./useLazyComponent.ts";

/** `button` opens the menu. The button is shown even before the menu's code is loaded. */
type MenuProps<Props> = Props & { button: ReactElement<ComponentProps<"button">> };

/**
 * Creates a `DropdownMenu` whose code is loaded when the browser is idle, or when its button is
 * pressed. The loaded menu replaces the button. If the old button had the focus or was pressed, the
 * new button receives the focus and the press.
 */
export function lazyMenu<Props extends object>(
  load: () => Promise<ComponentType<MenuProps<Props>>>,
): ComponentType<MenuProps<Props>> {
  return function LazyMenu(props: MenuProps<Props>) {
    const menuButton = useRef<HTMLButtonElement>(null);
    const hadFocus = useRef(false);
    const [press, setPress] = useState<Event | null>(null);
    const Menu = useLazyComponent(load, { request: press?.timeStamp ?? 0, atIdle: true });
    // Runs before the button is removed from the document, because the button then loses the focus.
    const watchFocus = useCallback(
      (button: Element | null) => () => void (hadFocus.current = button === document.activeElement),
      [],
    );
    useLayoutEffect(() => {
      if (Menu && hadFocus.current) menuButton.current?.focus();
    }, [Menu]);
    useEffect(() => {
      if (!Menu || !press) return;
      // The event is copied, because an event can be dispatched only once. The copy has the same
      // type, because Radix distinguishes keys from pointers.
      const copy: unknown = Reflect.construct(press.constructor, [press.type, press]);
      menuButton.current?.dispatchEvent(copy as Event);
    }, [Menu, press]);
    if (Menu) return <Menu {...props} button={cloneElement(props.button, { ref: menuButton })} />;
    return cloneElement(props.button, {
      ref: watchFocus,
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onPointerDown: (event) => {
        if (event.button === 0 && !event.ctrlKey) setPress(event.nativeEvent);
      },
      onKeyDown: (event) => {
        if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
        event.preventDefault();
        setPress(event.nativeEvent);
      },
    });
  };
}
