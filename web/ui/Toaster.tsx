import { useEffect, useSyncExternalStore } from "react";
import { deferred } from "./deferred.tsx";
import { PlainToast } from "./PlainToast.tsx";
import { currentToast, showStoredToast, subscribeToToast } from "./toast.ts";
import type { ShownToast } from "./toast.ts";

// Not on the server either: the region has a style attribute, which the content security policy refuses in HTML.
const ToastRegion = deferred<{ shown: ShownToast | null }>(
  async () => (await import("./widgets.ts")).ToastRegion,
  { wishOf: ({ shown }) => shown?.id ?? null, mountsAtRest: true, StandIn: PlainToast },
);

/** Shows what `toast()` is told, one at a time. Once, at the root of the app. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => null);
  useEffect(showStoredToast, []);
  return <ToastRegion shown={shown} />;
}
