import type {
  ComponentProps,
  ComponentType,
  KeyboardEvent,
  PointerEvent,
  ReactElement,
} from "react";
import { cloneElement, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { whenIdle } from "./whenIdle.ts";

interface MenuProps {
  /** The button that opens the menu; it is there at once. */
  button: ReactElement<ComponentProps<"button">>;
}

type MenuComponent<Props> = ComponentType<Props & MenuProps>;

/**
 * A `DropdownMenu` whose code comes when the page is at rest, or when its button is pressed before. The button of the loaded menu
 * takes the place of the first one: with its focus, and with the press that it has missed.
 */
export function deferredMenu<Props extends object>(
  load: () => Promise<MenuComponent<Props>>,
): MenuComponent<Props> {
  return function DeferredMenu(props: Props & MenuProps) {
    const { element, standIn, loaded: Menu, missPress } = useMenu(load);
    if (Menu) return <Menu {...props} button={cloneElement(props.button, { ref: element })} />;
    return cloneElement(props.button, {
      ref: standIn,
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0 && !event.ctrlKey) missPress(event.nativeEvent);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
        event.preventDefault();
        missPress(event.nativeEvent);
      },
    });
  };
}

function useMenu<Props>(load: () => Promise<MenuComponent<Props>>) {
  const element = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const missed = useRef<Event | null>(null);
  const [loaded, setLoaded] = useState<MenuComponent<Props> | null>(null);
  const fetchMenu = useCallback(async () => {
    // Where it cannot be fetched, the next press tries again.
    const menu = await load().catch(() => null);
    if (menu) setLoaded(() => menu);
  }, [load]);
  // Asked at the last moment: the focus may come between the menu's code and its button.
  const standIn = useCallback(
    (button: HTMLButtonElement | null) => () => {
      hadFocus.current = button !== null && document.activeElement === button;
    },
    [],
  );
  useEffect(() => whenIdle(() => void fetchMenu()), [fetchMenu]);
  // Before the next key: in between the focus would be nowhere.
  useLayoutEffect(() => {
    if (loaded && hadFocus.current) element.current?.focus();
  }, [loaded]);
  useEffect(() => {
    if (!loaded || !missed.current) return;
    element.current?.dispatchEvent(copyOf(missed.current));
    missed.current = null;
  }, [loaded]);
  const missPress = (event: Event) => {
    missed.current = event;
    void fetchMenu();
  };
  return { element, standIn, loaded, missPress };
}

function copyOf(event: Event): Event {
  return Reflect.construct(event.constructor, [event.type, event]) as Event;
}
