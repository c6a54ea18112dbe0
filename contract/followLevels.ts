import * as z from "zod/mini";

/**
 * What a follower of an item is notified of. With `all` and `status`, the follower is notified of
 * status changes, of closing and merging, and of the public comments of the company's admins. With
 * `all`, the follower is also notified of all other public comments. With `off`, the follower is
 * notified of nothing.
 */
export const FOLLOW_LEVELS = ["all", "status", "off"] as const;
export const FollowLevel = z.enum(FOLLOW_LEVELS, "level must be all, status or off");
export type FollowLevel = z.output<typeof FollowLevel>;
