import { lazyMenu } from "#web/ui/lazyMenu.tsx";
import type { FollowMenuProps } from "./FollowMenu.tsx";

/** `FollowMenu`, whose code is loaded after its button. */
export const LazyFollowMenu = lazyMenu<FollowMenuProps>(
  async () => (await import("./FollowMenu.tsx")).FollowMenu,
);
