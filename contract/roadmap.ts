import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOT_OPEN } from "./feedback.ts";
import { idBody, idParam } from "./fields.ts";

/** Maximum number of items of a column that can be placed by hand. */
export const MAX_PLACED = 200;

/** The body of PUT /api/feedback/{id}/place. */
export const Place = z.object({
  /** The item of the same column after which the item is placed; null for the top of the column. */
  afterId: z.nullable(idBody),
});

/** Messages of the 409 of PUT /api/feedback/{id}/place. */
export const NO_PLACE = {
  byVotes: "The roadmap is ordered by votes",
  notOnRoadmap: "This item is not on the roadmap",
  tooFar: `Only the first ${String(MAX_PLACED)} items of a column can be ordered by hand`,
} as const;

export const roadmapApi = {
  place: endpoint({
    operationId: "placeOnRoadmap",
    method: "PUT",
    path: "/api/feedback/:id/place",
    scope: "feedback:write",
    summary:
      "Places an item within its column of the roadmap, if the company orders its roadmap by hand.",
    params: z.object({ id: idParam }),
    body: Place,
    response: z.undefined(),
    status: 204,
    notFound: "Feedback item not found",
    errors: { 409: [...Object.values(NOT_OPEN), ...Object.values(NO_PLACE)] },
  }),
} as const;

export const roadmapExamples: ExamplesOf<typeof roadmapApi> = {
  placeOnRoadmap: { params: { id: 42 }, body: { afterId: 43 } },
};
