import { expect, test } from "vitest";
import {
  currentToast,
  dismissToast,
  showStoredToast,
  subscribeToToast,
  toast,
  toastAfterReload,
} from "./toast.ts";

test("a new toast replaces the previous toast, and closing the previous toast does not affect the new toast", () => {
  toast({ title: "First" });
  const first = currentToast();
  toast({ title: "Second", variant: "destructive" });
  dismissToast(first?.id ?? 0);
  expect(currentToast()).toMatchObject({ title: "Second", variant: "destructive", open: true });
});

test("a toast stored before a reload is shown once, and only if it is valid", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  Object.defineProperty(globalThis, "sessionStorage", { value: storage, configurable: true });
  toastAfterReload({ title: "Company profile updated successfully" });
  const keys = [...stored.keys()];
  const seen: string[] = [];
  const unsubscribe = subscribeToToast(() => seen.push(currentToast()?.title ?? ""));
  showStoredToast();
  showStoredToast();
  for (const key of keys) stored.set(key, '{"title":1}');
  showStoredToast();
  for (const key of keys) stored.set(key, "not JSON");
  showStoredToast();
  unsubscribe();
  expect(seen).toEqual(["Company profile updated successfully"]);
});

test("in a browser without session storage, a toast that should be shown after a reload is shown at once", () => {
  Object.defineProperty(globalThis, "sessionStorage", { value: undefined, configurable: true });
  toastAfterReload({ title: "At once" });
  expect(currentToast()?.title).toBe("At once");
});
