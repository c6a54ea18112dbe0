import type { ComponentProps, ComponentType, ReactElement } from "react";
import {
  cloneElement,
  createElement,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { toast } from "./toast.ts";
import { whenIdle } from "./whenIdle.ts";

type LoadComponent<Props> = () => Promise<ComponentType<Props>>;

interface LazyOptions {
  /**
   * A number other than 0 loads the component at once. If loading has failed, a change of the
   * number repeats the attempt.
   */
  readonly request: number;
  /** Whether the component is loaded when the browser is idle, even without a request. */
  readonly atIdle: boolean;
  readonly onFailure?: () => void;
}

/**
 * Returns a component whose code is not part of the page's first load; null until the code is
 * loaded.
 */
export function useLazyComponent<Props>(
  load: LoadComponent<Props>,
  { request, atIdle, onFailure }: LazyOptions,
): ComponentType<Props> | null {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent(() => onFailure?.());
  useEffect(() => {
    if (component || (request === 0 && !atIdle)) return undefined;
    let isCancelled = false;
    const show = (loaded: ComponentType<Props>) => {
      if (isCancelled) return;
      // Nobody waits for a component that is loaded at idle. A transition renders it in slices.
      if (request === 0) startTransition(() => setComponent(() => loaded));
      else setComponent(() => loaded);
    };
    const start = () => void load().then(show, () => isCancelled || request === 0 || fail());
    const cancelIdle = request === 0 ? whenIdle(start) : start();
    return () => {
      isCancelled = true;
      cancelIdle?.();
    };
  }, [load, component, request, atIdle]);
  return component;
}

/**
 * Creates an optional part of a page. The server does not render the part. The code of the part is
 * loaded when the browser is idle. Nothing is displayed if the code cannot be loaded.
 */
export function idlePart<Props extends object>(load: LoadComponent<Props>): ComponentType<Props> {
  return function IdlePart(props: Props) {
    const Part = useLazyComponent(load, { request: 0, atIdle: true });
    return Part && createElement(Part, props);
  };
}

type WindowProps =
  | { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }
  | { readonly isOpen: boolean; readonly onClose: () => void };

/**
 * Creates a dialog or drawer whose code is loaded when it is opened, or with `atIdle` when the
 * browser is idle. If the code cannot be loaded, the window is closed again and an error toast is
 * shown.
 */
export function lazyWindow<Props extends WindowProps>(
  load: LoadComponent<Props>,
  { atIdle }: { atIdle: boolean },
): ComponentType<Props> {
  return function LazyWindow(props: Props) {
    const isOpen = "open" in props ? props.open : props.isOpen;
    const onFailure = () => {
      if ("open" in props) props.onOpenChange(false);
      else props.onClose();
      // Browsers before 2026 cache a failed import until a reload, so repeating the action does not
      // help.
      const description = "Network error occurred. If it stays, reload the page.";
      toast({ title: "Error", description, variant: "destructive" });
    };
    const Window = useLazyComponent(load, { request: Number(isOpen), atIdle, onFailure });
    return Window ? <Window {...props} /> : null;
  };
}

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
