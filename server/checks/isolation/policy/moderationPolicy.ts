import { item, othersComment } from "../entities/feedbackEntities.ts";
import { ownUndo, othersUndo, pendingItem, reportedItem } from "../entities/moderationEntities.ts";
import type { CreateEntity } from "../entities/entity.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";
import { WRITE, ADMINS_LIST } from "./statuses.ts";

// Expected statuses of moderation, reports and undos (docs/product-decisions.md "Who may call
// what").

const PLACES = { public: "a public board", private: "a private board", foreign: "a board of B" };

/** Returns the rows of a decision on an item of each board of A, and on an item of B. */
const decideOn = (make: CreateEntity) =>
  (["public", "private", "foreign"] as const).map((kind) =>
    call(
      kind === "foreign"
        ? "401 401 403 403 404 2xx 403 403 404 404"
        : "401 401 403 403 2xx 404 403 403 2xx 2xx",
      {
        about: `on an item of ${PLACES[kind]}`,
        send: async (fixtures, viewer) => {
          const { id, ...body } = await make(fixtures, kind, viewer);
          return { body: { feedbackId: id, ...body } };
        },
      },
    ),
  );

export const moderationPolicy: AccessPolicy = {
  "POST /api/feedback/:id/reports": callOn(item, WRITE, { send: json({ reason: "spam" }) }),
  "POST /api/feedback/:id/comments/:commentId/reports": callOn(othersComment, WRITE, {
    send: json({ reason: "spam" }),
  }),
  "GET /api/moderation": [call(ADMINS_LIST)],
  "GET /api/moderation/count": [call(ADMINS_LIST)],
  "POST /api/moderation/approve": decideOn(pendingItem),
  "POST /api/moderation/reject": decideOn(pendingItem),
  "POST /api/undo/:token": [
    ...callOn(
      ownUndo,
      {
        //               N   A   U   P   C   X   V   S   T   W
        public: /*     */ "401 401 403 403 200 404 403 403 200 200",
        foreign: /*    */ "401 401 403 403 404 200 403 403 404 404",
        missing: /*    */ "401 401 403 403 404 404 403 403 404 404",
      },
      { about: "of the viewer" },
    ),
    ...callOn(
      othersUndo,
      { public: "401 401 403 403 404 404 403 403 200 404" },
      { about: "of a super admin" },
    ),
  ],
  "GET /api/reports": [call(ADMINS_LIST)],
  "POST /api/reports/dismiss": decideOn(reportedItem),
};
