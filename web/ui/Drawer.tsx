import { closeUnloaded } from "./closeUnloaded.ts";
import { deferred } from "./deferred.tsx";
import type { DrawerProps } from "./DrawerPanel.tsx";

/** A panel at the left edge, for a phone's navigation. Its links have to close it. */
export const Drawer = deferred<DrawerProps>(async () => (await import("./widgets.ts")).DrawerPanel, {
  wishOf: ({ open }) => open,
  onFailure: ({ onOpenChange }) => closeUnloaded(() => onOpenChange(false)),
});
