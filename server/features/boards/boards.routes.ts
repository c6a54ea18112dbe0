import { boardsApi } from "#contract/boards.ts";
import { companyAdmin, objectAdmin, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listBoards } from "./boards.queries.ts";
import { changeBoard, createBoard, orderBoards, removeBoard } from "./changeBoards.ts";

export const boardsRoutes = [
  route(boardsApi.list, portalVisitor, async ({ db, visibility }) =>
    db && visibility ? db.all(listBoards, visibility) : [],
  ),
  route(boardsApi.create, companyAdmin, createBoard),
  route(boardsApi.reorder, companyAdmin, orderBoards),
  route(boardsApi.update, objectAdmin, changeBoard),
  route(boardsApi.remove, objectAdmin, removeBoard),
];
