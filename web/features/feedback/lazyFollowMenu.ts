import { lazyMenu } from "#web/ui/lazyMenu.tsx";
import type { FollowMenuProps } from "./FollowMenu.tsx";

/** `FollowMenu`, whose code is loaded after the button of the menu is shown. */
export const LazyFollowMenu = lazyMenu<FollowMenuProps>(
  async () => (await import("./FollowMenu.tsx")).FollowMenu,
);
