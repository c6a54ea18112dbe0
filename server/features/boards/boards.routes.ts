import { boardsApi } from "#contract/boards.ts";
import { companyAdmin, objectAdmin, portalVisitor } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeBoard, createBoard, orderBoards, removeBoard } from "./changeBoards.ts";
import { listBoardsPage } from "./listBoardsPage.ts";

export const boardsRoutes = [
  route(boardsApi.list, portalVisitor, listBoardsPage),
  route(boardsApi.create, companyAdmin, createBoard),
  route(boardsApi.reorder, companyAdmin, orderBoards),
  route(boardsApi.update, objectAdmin, changeBoard),
  route(boardsApi.remove, objectAdmin, removeBoard),
];
