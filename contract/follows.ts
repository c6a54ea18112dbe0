import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam } from "./fields.ts";
import { BLOCKED_ACCOUNT, CONFIRM_EMAIL_FIRST } from "./users.ts";

/**
 * What a follower of an item is notified of. With `all`, these are status changes and all comments.
 * With `status`, these are status changes and the comments of the company's admins. With `off`, the
 * follower is notified of nothing.
 */
export const FOLLOW_LEVELS = ["all", "status", "off"] as const;
export const FollowLevel = z.enum(FOLLOW_LEVELS, "level must be all, status or off");
export type FollowLevel = z.output<typeof FollowLevel>;

/** The request body and the response of PUT /api/feedback/{id}/follow. */
export const FollowState = z.object({ level: FollowLevel });

export const followsApi = {
  set: endpoint({
    operationId: "followFeedback",
    method: "PUT",
    path: "/api/feedback/:id/follow",
    summary:
      "Sets of which changes of an item the signed-in user is notified. Nothing but this call changes a level that the user has set.",
    params: z.object({ id: idParam }),
    body: FollowState,
    response: FollowState,
    status: 200,
    withoutInvalidation: true,
    notFound: "Feedback item not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT] },
  }),
} as const;
