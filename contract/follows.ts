import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOT_OPEN } from "./feedback.ts";
import { idParam } from "./fields.ts";
import { FollowLevel } from "./followLevels.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { BLOCKED_ACCOUNT } from "./errors.ts";

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
    errors: { 403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT], 409: [NOT_OPEN.merged] },
  }),
} as const;

export const followsExamples: ExamplesOf<typeof followsApi> = {
  followFeedback: {
    params: { id: 118 },
    body: { level: "status" },
    response: { level: "status" },
  },
};
