import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import {
  category,
  freshBoard,
  item,
  misplacedComment,
  MISSING_ID,
  ownComment,
  disownedItem,
  ownImportedItem,
  ownUndo,
  othersUndo,
  mergedItem,
  ownItem,
  pictureInItem,
  pendingItem,
  reportedItem,
  othersComment,
  reactionTo,
  savedView,
  recordedVote,
  fixtureBoard,
  statusChange,
} from "../entities.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity } from "../entities.ts";
import type { AccessPolicy, PolicyRow } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";

// Expected statuses of boards, categories, feedback and comments (docs/product-decisions.md
// "Who may call what").

/**
 * Expected statuses of reading an entity. On the product's host, the tenant is the viewer's own
 * company.
 */
const READ = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 200 200 200 200 404 200 404 200 200",
  private: /*    */ "401 404 404 404 200 404 404 404 200 200",
  foreign: /*    */ "401 404 404 404 404 200 404 404 404 404",
  foreignPrivate: "401 404 404 404 404 200 404 404 404 404",
  missing: /*    */ "401 404 404 404 404 404 404 404 404 404",
};

/** Expected statuses of writing to an entity that the viewer may read. */
const WRITE = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 2xx 2xx 2xx 404 2xx 404 2xx 2xx",
  private: /*    */ "401 401 404 404 2xx 404 404 404 2xx 2xx",
  foreign: /*    */ "401 401 404 404 404 2xx 404 404 404 404",
  foreignPrivate: "401 401 404 404 404 2xx 404 404 404 404",
  missing: /*    */ "401 401 404 404 404 404 404 404 404 404",
};

/** Expected statuses of changes that only admins may make. The role is checked before the id. */
const ADMINISTER = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  private: /*    */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  foreign: /*    */ "401 401 403 403 404 2xx 403 404 404 404",
  foreignPrivate: "401 401 403 403 404 2xx 403 404 404 404",
  missing: /*    */ "401 401 403 403 404 404 403 404 404 404",
};

/** Creates a target for a merge on the public board of A. */
const createTarget = ({ portal, publicBoard }: AccessFixtures) => portal.item(publicBoard);

/** Expected statuses of merging an item into an item of A. */
const MERGE = {
  ...ADMINISTER,
  //               N   A   U   P   C   X   V   S   T   W
  foreign: /*    */ "401 401 403 403 404 404 403 404 404 404",
  foreignPrivate: "401 401 403 403 404 404 403 404 404 404",
};

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

const { private: _private, foreignPrivate: _foreignPrivate, ...ADMINISTER_CATEGORY } = ADMINISTER;

let serial = 0;
const fresh = (what: string) => `${what}-${String((serial += 1))}`;

const LIST = "401 200 200 200 200 200 200 200 200 200";
const CREATE = "401 401 403 403 201 201 403 403 201 201";

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

/** Creates an item in a column of a roadmap that is ordered by hand. */
const columnItem: CreateEntity = async (fixtures, kind, viewer) => {
  const created = await item(fixtures, kind, viewer);
  await fixtures.portal.sql("update company set roadmap_order = 'manual'");
  await fixtures.portal.sql("update feedback_item set status = 'planned' where id = $1", [
    created["id"],
  ]);
  return created;
};

const ADMINS_LIST = "401 401 403 403 200 200 403 403 200 200";

/** Returns the rows of a decision on an item of A, and on an item of B. */
const decideOn = (make: CreateEntity) =>
  (["private", "foreign"] as const).map((kind) =>
    call(
      kind === "private"
        ? "401 401 403 403 2xx 404 403 403 2xx 2xx"
        : "401 401 403 403 404 2xx 403 403 404 404",
      {
        about: `on an item of ${kind === "private" ? "A" : "B"}`,
        send: async (fixtures, viewer) => {
          const { id, ...body } = await make(fixtures, kind, viewer);
          return { body: { feedbackId: id, ...body } };
        },
      },
    ),
  );

const submission = (boardId: number, more: object = {}) => ({
  body: { title: "Title", description: "Description", boardId, ...more },
});

const similarOn = (boardId: number) => ({ query: `title=Item&boardId=${String(boardId)}` });

/** Returns the ids of all boards of A, because a request for a new order must name all boards. */
async function boardIdsOf({ portal, company }: AccessFixtures): Promise<number[]> {
  const rows = await portal.sql<{ id: string }>(
    "select id from board where company_id = $1 order by id",
    [company.id],
  );
  return rows.map(({ id }) => Number(id));
}

/** A call of A's customer about one of the customer's own posts. */
const OF_CUSTOMER = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 204 204 404 404 404 404 404 404",
  private: /*    */ "401 401 204 204 404 404 404 404 404 404",
  foreign: /*    */ "401 401 404 404 404 404 404 404 404 404",
  foreignPrivate: "401 401 404 404 404 404 404 404 404 404",
  missing: /*    */ "401 401 404 404 404 404 404 404 404 404",
};

export const portalPolicy: AccessPolicy = {
  "GET /api/boards": [call(LIST)],
  "POST /api/boards": [
    call(CREATE, { send: () => ({ body: { name: "Ideas", slug: fresh("ideas") } }) }),
    call("401 401 403 403 201 403 403 403 201 201", {
      about: "with A's companyId",
      send: ({ company }) => ({
        body: { name: "Ideas", slug: fresh("ideas"), companyId: company.id },
      }),
    }),
    call("401 401 403 403 403 201 403 403 403 403", {
      about: "with B's companyId",
      send: ({ other }) => ({ body: { name: "Ideas", slug: fresh("ideas"), companyId: other.id } }),
    }),
  ],
  "PATCH /api/boards/reorder": [
    call("401 401 403 403 200 400 403 403 200 200", {
      about: "with A's boards",
      send: async (fixtures) => ({ body: { boardIds: await boardIdsOf(fixtures) } }),
    }),
    call("401 401 403 403 400 400 403 403 400 400", {
      about: "with one of B's among A's",
      send: async (fixtures) => ({
        body: { boardIds: [...(await boardIdsOf(fixtures)), fixtures.otherBoard.id] },
      }),
    }),
    call("401 401 403 403 400 400 403 403 400 400", {
      about: "with one among A's that there is not",
      send: async (fixtures) => ({
        body: { boardIds: [...(await boardIdsOf(fixtures)), MISSING_ID] },
      }),
    }),
  ],
  "PATCH /api/boards/:id": [
    ...callOn(freshBoard, ADMINISTER, { send: json({ description: "Renamed" }) }),
    ...callOn(
      freshBoard,
      { public: "401 401 403 403 403 404 403 404 403 403" },
      { about: "with B's companyId", send: ({ other }) => ({ body: { companyId: other.id } }) },
    ),
  ],
  "DELETE /api/boards/:id": callOn(freshBoard, ADMINISTER),
  "GET /api/boards/:boardId/feedback": callOn(fixtureBoard("boardId"), READ),

  "GET /api/categories": [call(LIST)],
  "POST /api/categories": [call(CREATE, { send: () => ({ body: { name: fresh("Category") } }) })],
  "PATCH /api/categories/:id": callOn(category, ADMINISTER_CATEGORY, {
    send: () => ({ body: { name: fresh("Renamed") } }),
  }),
  "DELETE /api/categories/:id": callOn(category, ADMINISTER_CATEGORY),

  "GET /api/feedback": [
    call(LIST),
    call("401 401 200 200 200 200 200 200 200 200", {
      about: "with the viewer's own items",
      send: () => ({ query: "mine=followed" }),
    }),
  ],
  "GET /api/feedback/similar": [
    call(LIST, { send: () => ({ query: "title=Item" }) }),
    call(READ.public, {
      about: "on a public board",
      send: ({ publicBoard }) => similarOn(publicBoard.id),
    }),
    call(READ.private, {
      about: "on a private board",
      send: ({ privateBoard }) => similarOn(privateBoard.id),
    }),
    call(READ.foreign, {
      about: "on a board of B",
      send: ({ otherBoard }) => similarOn(otherBoard.id),
    }),
    call(READ.missing, { about: "on no board", send: () => similarOn(MISSING_ID) }),
  ],
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
  "GET /api/views": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/views/counts": [call("401 401 403 403 200 200 403 403 200 200")],
  "POST /api/views": [
    call(CREATE, { send: () => ({ body: { name: fresh("View"), filters: { sort: "date" } } }) }),
    call("401 401 403 403 400 201 403 403 400 400", {
      about: "with B's board",
      send: ({ otherBoard }) => ({
        body: { name: fresh("View"), filters: { boardId: otherBoard.id } },
      }),
    }),
    call("401 401 403 403 400 201 403 403 400 400", {
      about: "with B's admin as assignee",
      send: ({ stranger }) => ({
        body: { name: fresh("View"), filters: { assigneeId: stranger.id } },
      }),
    }),
  ],
  "PATCH /api/views/:id": callOn(savedView, ADMINISTER_CATEGORY, {
    send: () => ({ body: { name: fresh("Renamed") } }),
  }),
  "DELETE /api/views/:id": callOn(savedView, ADMINISTER_CATEGORY),
  "GET /api/feedback.csv": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/assignees": [call("401 401 403 403 200 200 403 403 200 200")],
  "GET /api/events": [call(LIST)],
  "GET /api/feedback/challenge": [call("401 401 200 200 200 200 200 403 200 200")],
  "POST /api/feedback": [
    call("401 401 201 201 201 404 201 403 201 201", {
      about: "to a public board",
      send: ({ publicBoard }) => submission(publicBoard.id),
    }),
    call("401 401 404 404 201 404 404 403 201 201", {
      about: "to a private board",
      send: ({ privateBoard }) => submission(privateBoard.id),
    }),
    call("401 401 404 404 404 201 404 403 404 404", {
      about: "to a board of B",
      send: ({ otherBoard }) => submission(otherBoard.id),
    }),
    call("401 401 404 404 404 404 404 403 404 404", {
      about: "to no board",
      send: () => submission(MISSING_ID),
    }),
    call("401 401 201 201 201 403 201 403 201 201", {
      about: "with A's companyId",
      send: ({ publicBoard, company }) => submission(publicBoard.id, { companyId: company.id }),
    }),
    call("401 401 403 403 403 404 403 403 403 403", {
      about: "with B's companyId",
      send: ({ publicBoard, other }) => submission(publicBoard.id, { companyId: other.id }),
    }),
    call("401 401 400 400 400 404 400 403 400 400", {
      about: "with B's category",
      send: async (fixtures) =>
        submission(fixtures.publicBoard.id, {
          boardCategoryId: (await category(fixtures, "foreign", "C"))["id"],
        }),
    }),
    call("401 401 400 400 400 404 400 403 400 400", {
      about: "with no category",
      send: ({ publicBoard }) => submission(publicBoard.id, { boardCategoryId: MISSING_ID }),
    }),
  ],
  "GET /api/feedback/:id": callOn(item, READ),
  "PATCH /api/feedback/:id": [
    ...callOn(
      item,
      { ...WRITE, public: "401 401 403 403 200 404 403 404 200 200" },
      { about: "someone's", send: json({ title: "Changed" }) },
    ),
    ...callOn(
      ownItem,
      { public: "401 401 200 200 200 404 403 404 200 200" },
      { about: "the user's own", send: json({ title: "Changed" }) },
    ),
    ...callOn(
      ownItem,
      { public: "401 401 403 403 400 404 403 404 400 400" },
      {
        about: "the user's own, to a board of B,",
        send: ({ otherBoard }) => ({ body: { boardId: otherBoard.id } }),
      },
    ),
  ],
  "DELETE /api/feedback/:id": callOn(ownItem, ADMINISTER),
  "POST /api/feedback/:id/vote": callOn(item, WRITE),
  "PUT /api/feedback/:id/follow": callOn(item, WRITE, { send: json({ level: "status" }) }),
  "PUT /api/feedback/:id/place": callOn(columnItem, ADMINISTER, { send: json({ afterId: null }) }),
  "GET /api/feedback/:id/history": callOn(item, READ),
  "GET /api/feedback/:id/similar": callOn(item, READ),
  "GET /api/feedback/:id/audience": callOn(item, ADMINISTER),
  "GET /api/feedback/:id/notified": callOn(item, ADMINISTER),
  "GET /api/feedback/:id/history/:changeId/notified": callOn(statusChange, ADMINISTER),
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
  "POST /api/feedback/:id/reports": callOn(item, WRITE, { send: json({ reason: "spam" }) }),
  "POST /api/feedback/:id/comments/:commentId/reports": callOn(othersComment, WRITE, {
    send: json({ reason: "spam" }),
  }),
  "POST /api/pictures": [
    call("401 401 201 201 201 201 201 404 201 201", { send: () => pictureUpload("file") }),
  ],
  "GET /pictures/:id/:file": callOn(pictureInItem, READ),
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
