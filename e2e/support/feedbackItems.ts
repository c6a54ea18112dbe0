import { randomUUID } from "node:crypto";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import type { FeedbackItem, FeedbackStatus } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { SignedIn } from "./accounts.ts";
import { callApi } from "./callApi.ts";
import type { Place } from "./sendRequest.ts";

interface ItemOptions {
  readonly title?: string;
  readonly description?: string;
  /** Slug of the board. If undefined, the item is submitted to the host's first board. */
  readonly board?: string;
  /** Status of the new item. Ignored unless an admin submits the item. */
  readonly status?: FeedbackStatus;
}

/** Returns a title that is unique in this test run. */
export function newTitle(words = "Something new"): string {
  return `${words} ${randomUUID().slice(0, 8)}`;
}

/** Submits an item. */
export async function newItem(by: SignedIn, options: ItemOptions = {}): Promise<FeedbackItem> {
  const { title = newTitle(), description = "Said by a test.", board, status } = options;
  const { id: boardId } = await boardOf(by, board);
  const { body } = await callApi(by, feedbackApi.create, {
    body: { title, description, boardId, status },
  });
  return body;
}

/**
 * Returns the board with this slug or, without a slug, the host's first board.
 * @throws if the board does not exist
 */
export async function boardOf(place: Place, slug?: string): Promise<Board> {
  const { body: boards } = await callApi(place, boardsApi.list);
  const board = boards.find((candidate) => slug === undefined || candidate.slug === slug);
  if (!board) throw new Error(`There is no board ${slug ?? ""} on ${place.host}`);
  return board;
}

/** Returns the first page of a search on a host, most voted items first. */
export async function findItems(place: Place, search: string): Promise<FeedbackItem[]> {
  const { body } = await callApi(place, feedbackApi.list, { query: { search } });
  return body;
}

/** Returns the item with exactly this title. @throws if the item is not found */
export async function itemTitled(place: Place, title: string): Promise<FeedbackItem> {
  const item = (await findItems(place, title)).find((found) => found.title === title);
  if (!item) throw new Error(`There is no item “${title}” on ${place.host}`);
  return item;
}
