import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import type { AcmeData } from "./acmeServer.ts";
import { acmeServer } from "./acmeServer.ts";
import { aBoard, aCategory, daysAgo } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/**
 * Creates a scripted host of Acme on which boards and categories can be created, changed, ordered
 * and deleted.
 */
export function boardsServer(data: AcmeData): ScriptedServer {
  return acmeServer(data)
    .respond(boardsApi.create, ({ body: { name, slug, description, isPrivate } }) => {
      const sent = { name, slug, description, isPrivate };
      const board = aBoard({ ...sent, id: nextId(data.boards), feedbackCount: 0 });
      data.boards.push(board);
      return board;
    })
    .respond(boardsApi.update, ({ params, body }) =>
      replace(data.boards, params.id, (board): Board => ({
        ...board,
        ...body,
        companyId: board.companyId,
      })),
    )
    .respond(boardsApi.remove, ({ params }) => {
      data.boards = data.boards.filter(({ id }) => id !== params.id);
    })
    .respond(boardsApi.reorder, ({ body }) => {
      data.boards = data.boards.toSorted(
        (a, b) => body.boardIds.indexOf(a.id) - body.boardIds.indexOf(b.id),
      );
      return data.boards;
    })
    .respond(categoriesApi.create, ({ body }) => {
      const id = nextId(data.categories);
      const category = aCategory({ ...body, id, feedbackCount: 0, createdAt: daysAgo(0) });
      data.categories.push(category);
      return category;
    })
    .respond(categoriesApi.update, ({ params, body }) =>
      replace(data.categories, params.id, (category): BoardCategory => ({ ...category, ...body })),
    )
    .respond(categoriesApi.remove, ({ params }) => {
      data.categories = data.categories.filter(({ id }) => id !== params.id);
    });
}

const nextId = (entities: readonly { readonly id: number }[]) =>
  Math.max(0, ...entities.map(({ id }) => id)) + 1;

function replace<Entity extends { readonly id: number }>(
  entities: Entity[],
  id: number,
  change: (entity: Entity) => Entity,
): Entity {
  const index = entities.findIndex((entity) => entity.id === id);
  const entity = entities[index];
  if (!entity) throw new Error(`The test has no entity ${String(id)}`);
  entities[index] = change(entity);
  return entities[index];
}
