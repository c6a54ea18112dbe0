import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import {
  category,
  item,
  ownItem,
  pictureInItem,
  statusChange,
} from "../entities/feedbackEntities.ts";
import { MISSING_ID } from "../entities/entity.ts";
import type { CreateEntity } from "../entities/entity.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";
import { READ, WRITE, ADMINISTER, LIST } from "./statuses.ts";

// Expected statuses of feedback and its pictures (docs/product-decisions.md "Who may call what").

/** Creates an item in a column of a roadmap that is ordered by hand. */
const columnItem: CreateEntity = async (fixtures, kind, viewer) => {
  const created = await item(fixtures, kind, viewer);
  await fixtures.portal.sql("update company set roadmap_order = 'manual'");
  await fixtures.portal.sql("update feedback_item set status = 'planned' where id = $1", [
    created["id"],
  ]);
  return created;
};

const submission = (boardId: number, more: object = {}) => ({
  body: { title: "Title", description: "Description", boardId, ...more },
});

const similarOn = (boardId: number) => ({ query: `title=Item&boardId=${String(boardId)}` });

export const feedbackPolicy: AccessPolicy = {
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
  "PUT /api/feedback/:id/place": callOn(columnItem, ADMINISTER, { send: json({ afterId: null }) }),
  "GET /api/feedback/:id/history": callOn(item, READ),
  "GET /api/feedback/:id/similar": callOn(item, READ),
  "GET /api/feedback/:id/audience": callOn(item, ADMINISTER),
  "GET /api/feedback/:id/notified": callOn(item, ADMINISTER),
  "GET /api/feedback/:id/history/:changeId/notified": callOn(statusChange, ADMINISTER),
  "POST /api/pictures": [
    call("401 401 201 201 201 201 201 404 201 201", { send: () => pictureUpload("file") }),
  ],
  "GET /pictures/:id/:file": callOn(pictureInItem, READ),
};
