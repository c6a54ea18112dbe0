import type { BoardCategory, categoriesApi } from "../categories.ts";
import type { ExamplesOf } from "./example.ts";

const category: BoardCategory = {
  id: 5,
  name: "Notifications",
  companyId: 1,
  feedbackCount: 8,
  createdAt: "2026-01-12T10:05:00.000Z",
};

const params = { id: category.id };

export const categoriesExamples: ExamplesOf<typeof categoriesApi> = {
  listCategories: { response: [category] },
  createCategory: { body: { name: category.name }, response: { ...category, feedbackCount: 0 } },
  changeCategory: { params, body: { name: category.name }, response: category },
  removeCategory: { params },
};
