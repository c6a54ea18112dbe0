import { item, disownedItem, ownImportedItem, recordedVote } from "../entities/feedbackEntities.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { callOn, json } from "./policyRow.ts";
import { WRITE, ADMINISTER } from "./statuses.ts";

// Expected statuses of votes and follows, and of what imports wrote in somebody's name
// (docs/product-decisions.md "Who may call what").

/**
 * Expected statuses of recording a vote for a customer of A. An admin of B gets 400 for an item of
 * B, because the customer is not an account of B.
 */
const RECORD = {
  ...ADMINISTER,
  //               N   A   U   P   C   X   V   S   T   W
  foreign: /*    */ "401 401 403 403 404 400 403 404 404 404",
  foreignPrivate: "401 401 403 403 404 400 403 404 404 404",
};

/** A call of A's customer about one of the customer's own posts. */
const OF_CUSTOMER = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 204 204 404 404 404 404 404 404",
  private: /*    */ "401 401 204 204 404 404 404 404 404 404",
  foreign: /*    */ "401 401 404 404 404 404 404 404 404 404",
  foreignPrivate: "401 401 404 404 404 404 404 404 404 404",
  missing: /*    */ "401 401 404 404 404 404 404 404 404 404",
};

export const votePolicy: AccessPolicy = {
  "POST /api/feedback/:id/vote": callOn(item, WRITE),
  "PUT /api/feedback/:id/follow": callOn(item, WRITE, { send: json({ level: "status" }) }),
  "GET /api/feedback/:id/votes": callOn(item, ADMINISTER),
  "POST /api/feedback/:id/votes": [
    ...callOn(item, RECORD, {
      about: "for a customer of A",
      send: async ({ portal, company }) => ({
        body: { userId: (await portal.user("user", company)).id },
      }),
    }),
    ...callOn(
      item,
      { public: "401 401 403 403 400 404 403 404 400 400" },
      {
        about: "for an account of B",
        send: async ({ portal, other }) => ({
          body: { username: (await portal.user("user", other)).username },
        }),
      },
    ),
  ],
  "DELETE /api/feedback/:id/votes/:userId": callOn(recordedVote, ADMINISTER),
  "POST /api/feedback/:id/disown": callOn(ownImportedItem, OF_CUSTOMER, { send: json({}) }),
  "DELETE /api/feedback/:id/disown": callOn(disownedItem, OF_CUSTOMER, { send: json({}) }),
};
