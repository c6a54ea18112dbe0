import type { Board, boardsApi } from "../boards.ts";
import type { ExamplesOf } from "./example.ts";

const board: Board = {
  id: 3,
  name: "Mobile app",
  slug: "mobile-app",
  description: "Ideas for the app on phones",
  companyId: 1,
  orderIndex: 0,
  isPrivate: false,
  feedbackCount: 42,
  createdAt: "2026-01-12T10:00:00.000Z",
};

const params = { id: board.id };

export const boardsExamples: ExamplesOf<typeof boardsApi> = {
  listBoards: { response: [board] },
  createBoard: {
    body: { name: board.name, slug: board.slug, description: board.description },
    response: { ...board, feedbackCount: 0 },
  },
  orderBoards: { body: { boardIds: [board.id] }, response: [board] },
  changeBoard: { params, body: { isPrivate: true }, response: { ...board, isPrivate: true } },
  removeBoard: { params },
};
