import { category, freshBoard, fixtureBoard } from "../entities/feedbackEntities.ts";
import { MISSING_ID } from "../entities/entity.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";
import { READ, ADMINISTER, ADMINISTER_CATEGORY, LIST, CREATE, fresh } from "./statuses.ts";

// Expected statuses of boards and categories (docs/product-decisions.md "Who may call what").

/** Returns the ids of all boards of A, because a request for a new order must name all boards. */
async function boardIdsOf({ portal, company }: AccessFixtures): Promise<number[]> {
  const rows = await portal.sql<{ id: string }>(
    "select id from board where company_id = $1 order by id",
    [company.id],
  );
  return rows.map(({ id }) => Number(id));
}

export const boardPolicy: AccessPolicy = {
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
};
