import { expect, test } from "vitest";
import type { Board } from "#contract/boards.ts";
import { FeedbackForm, startValues } from "./feedbackForm.ts";

const board = (id: number): Board => ({
  id,
  name: `Board ${String(id)}`,
  slug: `board-${String(id)}`,
  description: null,
  companyId: 1,
  orderIndex: 0,
  isPrivate: false,
  feedbackCount: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
});
const draft = {
  title: "Dark mode",
  description: "",
  boardId: "2",
  category: "improvement",
  boardCategoryId: "",
} as const;

const choices = (
  boardIds: number[],
  pageBoardId: number | null,
  lastBoardId: number | null = null,
) => ({ boards: boardIds.map(board), categories: [], pageBoardId, lastBoardId });

test("without a draft, the submit form selects the page's board, otherwise the last used board, otherwise the only board", () => {
  expect(startValues(null, choices([1, 2], 2, 1)).boardId).toBe("2");
  expect(startValues(null, choices([1, 2], null, 1)).boardId).toBe("1");
  expect(startValues(null, choices([1], null, 3)).boardId).toBe("1");
  expect(startValues(null, choices([1, 2], null, 3)).boardId).toBe("");
});

test("the board of a draft stays selected in the submit form as long as the board exists", () => {
  expect(startValues(draft, choices([1, 2], 1))).toEqual(draft);
  expect(startValues(draft, choices([1, 3], 1)).boardId).toBe("1");
});

test("a board category that no longer exists is not selected in the submit form", () => {
  const withCategory = { ...draft, boardCategoryId: "9" };
  expect(startValues(withCategory, choices([1, 2], null)).boardCategoryId).toBe("");
  const unknown = { ...choices([1, 2], null), categories: undefined };
  expect(startValues(withCategory, unknown).boardCategoryId).toBe("9");
});

test("a draft with only whitespace is ignored", () => {
  expect(startValues({ ...draft, title: "  " }, choices([1, 2], 1))).toMatchObject({
    title: "",
    boardId: "1",
    category: "feature",
  });
});

test("the submit form converts the texts of its selects to ids and refuses an empty description or board", () => {
  const parsed = FeedbackForm.parse({ ...draft, description: " Please " });
  expect(parsed).toEqual({
    title: "Dark mode",
    description: "Please",
    boardId: 2,
    category: "improvement",
    boardCategoryId: null,
  });
  const refused = FeedbackForm.safeParse({ ...draft, boardId: "" });
  expect(refused.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["description", "Description is required"],
    ["boardId", "Board is required"],
  ]);
});
