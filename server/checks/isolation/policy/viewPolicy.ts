import { savedView } from "../entities/feedbackEntities.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn } from "./policyRow.ts";
import { ADMINISTER_CATEGORY, CREATE, fresh } from "./statuses.ts";

// Expected statuses of saved views, and the lists for admins (docs/product-decisions.md "Who may
// call what").

export const viewPolicy: AccessPolicy = {
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
};
