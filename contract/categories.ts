import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam, line, pageCursor, timestamp, wholeListLimit } from "./fields.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";

/**
 * A label that a company defines for its items, in addition to the fixed categories. Visitors see
 * the label as "Topic" (docs/specification.md "3. Entities and their fields",
 * docs/product-decisions.md "Feedback").
 */
export const BoardCategory = z.object({
  id: z.number(),
  name: z.string(),
  companyId: z.number(),
  /** Number of open items with this category on the boards that the viewer can see. */
  feedbackCount: z.number(),
  createdAt: timestamp,
});
export type BoardCategory = z.output<typeof BoardCategory>;

/** The name of a new or renamed category. It must be unique in the company, ignoring case. */
export const NewCategory = z.object({ name: line("Category name", 1, 60) });

/** Message of the 409 if another category of the company has the name. */
export const CATEGORY_TAKEN = "A category with this name already exists";

const categoryId = z.object({ id: idParam });
const notFound = "Category not found";

export const categoriesApi = {
  list: endpoint({
    operationId: "listCategories",
    method: "GET",
    path: "/api/categories",
    scope: "feedback:read",
    summary: "The company's own categories, by name.",
    query: z.object({ limit: wholeListLimit, cursor: pageCursor }),
    response: z.array(BoardCategory),
    status: 200,
    paged: true,
  }),
  create: endpoint({
    operationId: "createCategory",
    method: "POST",
    path: "/api/categories",
    scope: "company:write",
    summary: "Adds a category.",
    body: NewCategory,
    response: BoardCategory,
    status: 201,
    errors: { 409: [CATEGORY_TAKEN, quotaMessage("categories", DEFAULT_QUOTAS.categories)] },
  }),
  update: endpoint({
    operationId: "changeCategory",
    method: "PATCH",
    path: "/api/categories/:id",
    scope: "company:write",
    summary: "Renames a category.",
    params: categoryId,
    body: NewCategory,
    response: BoardCategory,
    status: 200,
    notFound,
    errors: { 409: [CATEGORY_TAKEN] },
  }),
  remove: endpoint({
    operationId: "removeCategory",
    method: "DELETE",
    path: "/api/categories/:id",
    scope: "company:write",
    summary: "Deletes a category. Its items lose the category and nothing else.",
    params: categoryId,
    response: z.undefined(),
    status: 204,
    notFound,
  }),
} as const;

const exampleCategory: BoardCategory = {
  id: 5,
  name: "Notifications",
  companyId: 1,
  feedbackCount: 8,
  createdAt: "2026-01-12T10:05:00.000Z",
};

const exampleParams = { id: exampleCategory.id };

export const categoriesExamples: ExamplesOf<typeof categoriesApi> = {
  listCategories: { response: [exampleCategory] },
  createCategory: {
    body: { name: exampleCategory.name },
    response: { ...exampleCategory, feedbackCount: 0 },
  },
  changeCategory: {
    params: exampleParams,
    body: { name: exampleCategory.name },
    response: exampleCategory,
  },
  removeCategory: { params: exampleParams },
};
