import * as z from "zod/mini";

/**
 * What a follower of an item is notified of. With `all`, these are status changes and all comments.
 * With `status`, these are status changes and the comments of the company's admins. With `off`, the
 * follower is notified of nothing.
 */
export const FOLLOW_LEVELS = ["all", "status", "off"] as const;
export const FollowLevel = z.enum(FOLLOW_LEVELS, "level must be all, status or off");
export type FollowLevel = z.output<typeof FollowLevel>;
