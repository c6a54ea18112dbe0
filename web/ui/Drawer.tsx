import { DEFERRED_WINDOW } from "./deferredWindow.ts";
import { deferred } from "./deferred.tsx";
import type { DrawerProps } from "./DrawerPanel.tsx";

/** A panel at the left edge, for a phone's navigation. Its links have to close it. */
export const Drawer = deferred<DrawerProps>(
  async () => (await import("./widgets.ts")).DrawerPanel,
  DEFERRED_WINDOW,
);
