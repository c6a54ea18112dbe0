import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { timestamp } from "./fields.ts";

/** A company's own second label for items (SPEC section 3, DECISIONS "Feedback"). */
export const BoardCategory = z.object({ id: z.number(), name: z.string(), createdAt: timestamp });
export type BoardCategory = z.output<typeof BoardCategory>;

export const categoriesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/categories",
    summary: "The company's own categories, by name.",
    response: z.array(BoardCategory),
    status: 200,
  }),
} as const;
