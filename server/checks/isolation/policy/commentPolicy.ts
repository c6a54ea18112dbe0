import {
  item,
  misplacedComment,
  ownComment,
  othersComment,
  reactionTo,
} from "../entities/feedbackEntities.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { callOn, json } from "./policyRow.ts";
import { READ, WRITE, ADMINISTER } from "./statuses.ts";

// Expected statuses of comments and reactions (docs/product-decisions.md "Who may call what").

export const commentPolicy: AccessPolicy = {
  "GET /api/feedback/:id/comments": callOn(item, READ),
  "POST /api/feedback/:id/comments": [
    ...callOn(item, WRITE, { about: "a comment", send: json({ content: "Well" }) }),
    // The route's guard also admits customers. The handler refuses their notes before it looks for
    // the item.
    ...callOn(item, ADMINISTER, {
      about: "an internal note",
      send: json({ content: "Well", isInternal: true }),
    }),
  ],
  "PATCH /api/feedback/:id/comments/:commentId": [
    ...callOn(
      ownComment,
      {
        public: "401 401 200 200 403 404 403 404 403 403",
        private: "401 401 404 404 403 404 404 404 403 403",
        foreign: "401 401 404 404 404 403 404 404 404 404",
        foreignPrivate: "401 401 404 404 404 403 404 404 404 404",
        missing: WRITE.missing,
      },
      { about: "the user's own", send: json({ content: "Better" }) },
    ),
    ...callOn(
      misplacedComment,
      { public: WRITE.missing, private: WRITE.missing, foreign: WRITE.missing },
      { about: "with another item's id", send: json({ content: "Better" }) },
    ),
  ],
  "PUT /api/comments/:id/reactions/:emoji": callOn(reactionTo, WRITE),
  "DELETE /api/comments/:id/reactions/:emoji": callOn(reactionTo, WRITE),
  "DELETE /api/feedback/:id/comments/:commentId": [
    ...callOn(
      ownComment,
      { ...WRITE, public: "401 401 204 204 204 404 403 404 204 204" },
      { about: "the user's own" },
    ),
    ...callOn(
      othersComment,
      { public: "401 401 403 403 204 404 403 404 204 204", private: WRITE.private },
      { about: "someone's" },
    ),
    ...callOn(
      misplacedComment,
      { public: WRITE.missing, private: WRITE.missing, foreign: WRITE.missing },
      { about: "with another item's id" },
    ),
  ],
};
