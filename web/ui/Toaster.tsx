import { createElement, useEffect, useState, useSyncExternalStore } from "react";
import { FallbackToast } from "./FallbackToast.tsx";
import { currentToast, showStoredToast, subscribeToToast } from "./toast.ts";
import { useLazyComponent } from "./useLazyComponent.ts";

const loadRegion = async () => (await import("./widgets.ts")).ToastRegion;

/** Shows the messages of `toast()`, one at a time. Rendered once, at the root of the app. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  const [hasFailed, setHasFailed] = useState(false);
  // The region is not rendered on the server: it has a style attribute, which the content security
  // policy forbids.
  const Region = useLazyComponent(loadRegion, {
    request: shown?.id ?? 0,
    atIdle: true,
    onFailure: () => setHasFailed(true),
  });
  useEffect(showStoredToast, []);
  const Loaded = Region ?? (hasFailed ? FallbackToast : null);
  return Loaded && createElement(Loaded, { shown });
}
