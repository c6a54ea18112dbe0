/** What a toast says. Plain data, so that it survives a reload. */
export interface ToastMessage {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
}

/** The one toast there is: shown while `open`, on its way out after. */
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

/** Shows a toast in place of the one that may be there (SPEC section 4: at most one). Call it in the browser only. */
export function toast(message: ToastMessage) {
  lastId += 1;
  show({ ...message, id: lastId, open: true });
}

/** Closes the toast, unless another has taken its place. */
export function dismissToast(id: number) {
  if (current?.id === id && current.open) show({ ...current, open: false });
}

/** Shows the toast after the reload that follows; at once where the browser keeps nothing. */
export function toastAfterReload(message: ToastMessage) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(message));
  } catch {
    toast(message);
  }
}

/** Shows, once, the toast that was left before a reload. */
export function showStoredToast() {
  const message = takeStored();
  if (message) toast(message);
}

/** For `useSyncExternalStore`. */
export function subscribeToToast(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** For `useSyncExternalStore`. */
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
