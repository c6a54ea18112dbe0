import type { QueryClient } from "@tanstack/react-query";
import { boardsApi, proposeSlug } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { callThrough, wholeListQuery } from "#web/app/api/apiQuery.ts";

/** Maximum length of a board's slug, in characters. */
const SLUG_LENGTH = 80;

/** Creates a board or topic, refetches the list that contains it, and returns its id. */
export async function createTarget(
  client: QueryClient,
  kind: "board" | "topic",
  name: string,
): Promise<number> {
  const id = kind === "board" ? await createBoard(client, name) : await createTopic(client, name);
  const { path } = kind === "board" ? boardsApi.list : categoriesApi.list;
  await client.invalidateQueries({ queryKey: [path] });
  return id;
}

async function createTopic(client: QueryClient, name: string): Promise<number> {
  const { id } = await callThrough(client, categoriesApi.create, { body: { name } });
  return id;
}

async function createBoard(client: QueryClient, name: string): Promise<number> {
  const boards = await client.query(wholeListQuery(boardsApi.list));
  const slug = freeSlug(name, new Set(boards.map((board) => board.slug)));
  const { id } = await callThrough(client, boardsApi.create, { body: { name, slug } });
  return id;
}

/** Returns the default slug for a board's name, with a number if another board has that slug. */
function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const base = proposeSlug(name) || "board";
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) {
    const ending = `-${String(number)}`;
    slug = `${base.slice(0, SLUG_LENGTH - ending.length)}${ending}`;
  }
  return slug;
}
