import { item, mergedItem, ownItem } from "../entities/feedbackEntities.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { AccessPolicy, PolicyRow } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";
import { READ, ADMINISTER } from "./statuses.ts";

// Expected statuses of merging, closing and changing many items (docs/product-decisions.md "Who may
// call what").

/** Creates a target for a merge on the public board of A. */
const createTarget = ({ portal, publicBoard }: AccessFixtures) => portal.item(publicBoard);

/** Expected statuses of merging an item into an item of A. */
const MERGE = {
  ...ADMINISTER,
  //               N   A   U   P   C   X   V   S   T   W
  foreign: /*    */ "401 401 403 403 404 404 403 404 404 404",
  foreignPrivate: "401 401 403 403 404 404 403 404 404 404",
};

/** Expected statuses of a bulk change with items of A, and with items of A and B. */
function bulkRows(bodyOf: (ids: unknown[]) => object): PolicyRow[] {
  return [
    call("401 401 403 403 200 404 403 403 200 200", {
      about: "with A's item",
      send: async (fixtures) => ({ body: bodyOf([(await item(fixtures, "private", "C"))["id"]]) }),
    }),
    call("401 401 403 403 404 404 403 403 404 404", {
      about: "with an item of A and an item of B",
      send: async (fixtures) => ({
        body: bodyOf([
          (await item(fixtures, "public", "C"))["id"],
          (await item(fixtures, "foreign", "C"))["id"],
        ]),
      }),
    }),
  ];
}

export const itemChangePolicy: AccessPolicy = {
  "POST /api/feedback/bulk": bulkRows((ids) => ({ ids, changes: { status: "planned" } })),
  "POST /api/feedback/close": bulkRows((ids) => ({ ids, reason: "other" })),
  "POST /api/feedback/merge": [
    call("401 401 403 403 200 404 403 403 200 200", {
      about: "with A's items",
      send: async (fixtures) => ({
        body: {
          ids: [(await item(fixtures, "private", "C"))["id"]],
          targetId: (await createTarget(fixtures)).id,
        },
      }),
    }),
    call("401 401 403 403 404 404 403 403 404 404", {
      about: "with an item of B and a target of A",
      send: async (fixtures) => ({
        body: {
          ids: [(await item(fixtures, "foreign", "C"))["id"]],
          targetId: (await createTarget(fixtures)).id,
        },
      }),
    }),
    call("401 401 403 403 404 404 403 403 404 404", {
      about: "with an item of A and a target of B",
      send: async (fixtures) => ({
        body: {
          ids: [(await item(fixtures, "public", "C"))["id"]],
          targetId: (await item(fixtures, "foreign", "C"))["id"],
        },
      }),
    }),
  ],
  "POST /api/feedback/:id/close": callOn(item, ADMINISTER, { send: json({ reason: "other" }) }),
  "POST /api/feedback/:id/reopen": callOn(item, ADMINISTER),
  "GET /api/feedback/:id/merged": callOn(item, READ),
  "GET /api/feedback/:id/merge-outcome": callOn(item, MERGE, {
    send: async (fixtures) => ({ query: `ids=${String((await createTarget(fixtures)).id)}` }),
  }),
  "POST /api/feedback/:id/merge": callOn(ownItem, MERGE, {
    send: async (fixtures) => ({ body: { targetId: (await createTarget(fixtures)).id } }),
  }),
  "POST /api/feedback/:id/unmerge": callOn(mergedItem, ADMINISTER),
};
