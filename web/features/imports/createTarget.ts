import type { QueryClient } from "@tanstack/react-query";
import { boardsApi, freeSlug, proposeSlug } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { OfferedBoard } from "#contract/importedCompany.ts";
import { callThrough, wholeListQuery } from "#web/app/api/apiQuery.ts";

/** A board or topic that can be created. */
export interface NewTarget {
  readonly kind: "board" | "topic";
  readonly name: string;
  /** The board's settings in the exported company; if undefined, the new board is public. */
  readonly board?: OfferedBoard | undefined;
}

/** Creates a board or topic, refetches the list of boards or topics, and returns the new id. */
export async function createTarget(
  client: QueryClient,
  { kind, name, board }: NewTarget,
): Promise<number> {
  const id =
    kind === "board"
      ? await createBoard(client, board ?? { name, slug: proposeSlug(name) })
      : await createTopic(client, name);
  const { path } = kind === "board" ? boardsApi.list : categoriesApi.list;
  await client.invalidateQueries({ queryKey: [path] });
  return id;
}

async function createTopic(client: QueryClient, name: string): Promise<number> {
  const { id } = await callThrough(client, categoriesApi.create, { body: { name } });
  return id;
}

async function createBoard(
  client: QueryClient,
  board: Pick<OfferedBoard, "name" | "slug"> & Partial<OfferedBoard>,
): Promise<number> {
  const boards = await client.query(wholeListQuery(boardsApi.list));
  const slug = freeSlug(board.slug, new Set(boards.map((other) => other.slug)));
  const { id } = await callThrough(client, boardsApi.create, { body: { ...board, slug } });
  return id;
}
