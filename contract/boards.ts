import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { timestamp } from "./fields.ts";

/** A board (SPEC section 3), with the number of items on it. */
export const Board = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  companyId: z.number(),
  orderIndex: z.number(),
  isPrivate: z.boolean(),
  feedbackCount: z.number(),
  createdAt: timestamp,
});
export type Board = z.output<typeof Board>;

export const boardsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/boards",
    summary: "The boards the viewer may see, in the company's order.",
    response: z.array(Board),
    status: 200,
  }),
} as const;
