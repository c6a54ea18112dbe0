import type { ComponentProps, ComponentType, ReactElement, SyntheticEvent } from "react";
import { cloneElement, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLazyComponent } from "./useLazyComponent.ts";

/** `button` opens the menu, and is shown before the menu's code is loaded. */
type MenuProps<Props> = Props & { button: ReactElement<ComponentProps<"button">> };

/**
 * A `DropdownMenu` whose code is loaded when the browser is idle, or when its button is pressed.
 * The loaded menu replaces the button: focus and a press before that move to the new button.
 */
export function lazyMenu<Props extends object>(
  load: () => Promise<ComponentType<MenuProps<Props>>>,
): ComponentType<MenuProps<Props>> {
  return function LazyMenu(props: MenuProps<Props>) {
    const menuButton = useRef<HTMLButtonElement>(null);
    const hadFocus = useRef(false);
    const [press, setPress] = useState<Event | null>(null);
    const request = press?.timeStamp ?? 0;
    const Menu = useLazyComponent(load, { request, atIdle: true });
    // Runs before the button leaves the document, which would end its focus.
    const watchFocus = useCallback(
      (button: HTMLButtonElement | null) => () => {
        hadFocus.current = button !== null && document.activeElement === button;
      },
      [],
    );
    useLayoutEffect(() => {
      if (Menu && hadFocus.current) menuButton.current?.focus();
    }, [Menu]);
    useEffect(() => {
      if (!Menu || !press) return;
      // A copy, because an event can be dispatched only once. Radix needs to know if it was a key.
      const copy: unknown = Reflect.construct(press.constructor, [press.type, press]);
      menuButton.current?.dispatchEvent(copy as Event);
    }, [Menu, press]);
    if (Menu) return <Menu {...props} button={cloneElement(props.button, { ref: menuButton })} />;
    const repeatLater = ({ nativeEvent }: SyntheticEvent) => setPress(nativeEvent);
    return cloneElement(props.button, {
      ref: watchFocus,
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onPointerDown: (event) => {
        if (event.button === 0 && !event.ctrlKey) repeatLater(event);
      },
      onKeyDown: (event) => {
        if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
        event.preventDefault();
        repeatLater(event);
      },
    });
  };
}
