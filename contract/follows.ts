import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam } from "./fields.ts";
import { CONFIRM_EMAIL_FIRST } from "./users.ts";

/**
 * How much a follower is told of an item: status changes and all comments, status changes and the
 * comments of the company's admins, or nothing.
 */
export const FOLLOW_LEVELS = ["all", "status", "off"] as const;
export const FollowLevel = z.enum(FOLLOW_LEVELS, "level must be all, status or off");
export type FollowLevel = z.output<typeof FollowLevel>;

/** The body of PUT /api/feedback/{id}/follow, and its response. */
export const FollowState = z.object({ level: FollowLevel });

export const followsApi = {
  set: endpoint({
    operationId: "followFeedback",
    method: "PUT",
    path: "/api/feedback/:id/follow",
    summary:
      "Sets how much the signed-in user is told of an item. Nothing but this call changes a level that the user has set.",
    params: z.object({ id: idParam }),
    body: FollowState,
    response: FollowState,
    status: 200,
    withoutInvalidation: true,
    notFound: "Feedback item not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
} as const;
