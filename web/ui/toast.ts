/** The content of a toast. Except for `action`, it can be stored as JSON during a reload. */
export interface ToastMessage {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /**
   * A button, such as 'Undo'. A toast with a button is shown longer than a toast without a button.
   * After a reload, a toast is shown without its button.
   */
  action?: { label: string; onPress: () => void };
}

/** The latest toast. If it is not `open`, it has closed or its closing animation is running. */
export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

const STORAGE_KEY = "toast-after-reload";

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast) {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast in place of the current toast, because at most one toast is shown at a time
 * (docs/specification.md "4. States and transitions"). Works in the browser only.
 */
export function toast(message: ToastMessage) {
  lastId += 1;
  show({ ...message, id: lastId, open: true });
}

/** Closes the toast with this id, if it is still the current toast. */
export function dismissToast(id: number) {
  if (current?.id === id && current.open) show({ ...current, open: false });
}

/**
 * Shows the toast after the tab's next document load, such as a reload, or at once if the browser
 * has no storage.
 */
export function toastAfterReload(message: Omit<ToastMessage, "action">) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(message));
  } catch {
    toast(message);
  }
}

/**
 * Shows the toast that `toastAfterReload` has stored, if there is one, and removes it from the
 * storage.
 */
export function showStoredToast() {
  const message = takeStored();
  if (message) toast(message);
}

/** Calls `listener` after each change of the current toast, as `useSyncExternalStore` requires. */
export function subscribeToToast(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Returns the latest toast, even if it is closed, as `useSyncExternalStore` requires; null if there
 * has been no toast.
 */
export function currentToast(): ShownToast | null {
  return current;
}

function takeStored(): ToastMessage | null {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    if (!stored) return null;
    sessionStorage.removeItem(STORAGE_KEY);
    return parseMessage(JSON.parse(stored));
  } catch {
    return null;
  }
}

function parseMessage(value: unknown): ToastMessage | null {
  if (typeof value !== "object" || value === null || !("title" in value)) return null;
  if (typeof value.title !== "string") return null;
  const description =
    "description" in value && typeof value.description === "string" ? value.description : undefined;
  const isDestructive = "variant" in value && value.variant === "destructive";
  return { title: value.title, description, variant: isDestructive ? "destructive" : "default" };
}
