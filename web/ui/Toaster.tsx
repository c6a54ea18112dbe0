import { createElement, useEffect, useSyncExternalStore } from "react";
import { currentToast, showStoredToast, subscribeToToast } from "./toast.ts";
import { useLazyComponent } from "./lazyComponent.tsx";

const loadRegion = async () => (await import("./ToastRegion.tsx")).ToastRegion;

/** Shows the messages of `toast()`, one at a time. Rendered once, at the root of the app. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  // The region is not rendered on the server: it has a style attribute, which the content security
  // policy forbids.
  const Region = useLazyComponent(loadRegion, { request: shown?.id ?? 0, atIdle: true });
  useEffect(showStoredToast, []);
  return Region && createElement(Region, { shown });
}
