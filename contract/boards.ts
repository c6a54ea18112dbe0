import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  idBody,
  idParam,
  line,
  optionalText,
  pageCursor,
  text,
  timestamp,
  wholeListLimit,
} from "./fields.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";

/** A board (docs/specification.md "3. Entities and their fields") and its number of open items. */
export const Board = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  companyId: z.number(),
  orderIndex: z.number(),
  isPrivate: z.boolean(),
  feedbackCount: z.number(),
  createdAt: timestamp,
});
export type Board = z.output<typeof Board>;

/** The maximum length of a board's slug, in characters. */
const SLUG_LENGTH = 80;

const boardName = line("Board name", 1, 80);

/** A board's slug. It is unique in the company and is part of the board's URL. */
export const boardSlug = z
  .string("Slug is required")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "Slug is required"),
    z.maxLength(SLUG_LENGTH, `Slug must be at most ${String(SLUG_LENGTH)} characters`),
    z.regex(
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
      "Slug can only contain lowercase letters, numbers, and single hyphens between them",
    ),
  );

/**
 * Returns the default slug of a board: the board's name in lower case without accents. One hyphen
 * replaces each sequence of characters other than the letters a to z and digits. The slug is empty
 * if the name has no such letters and digits.
 */
export function proposeSlug(name: string): string {
  return name
    .slice(0, 500)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, "");
}

/**
 * Returns the wanted slug, or `board` if it is empty. Appends a number if another board already has
 * this slug.
 */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted || "board";
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) {
    const ending = `-${String(number)}`;
    slug = `${base.slice(0, SLUG_LENGTH - ending.length)}${ending}`;
  }
  return slug;
}

export const NewBoard = z.object({
  name: boardName,
  slug: boardSlug,
  description: optionalText("Description", 500),
  isPrivate: z._default(z.boolean(), false),
  companyId: z.optional(idBody),
});

export const BoardChanges = z.partial(
  z.object({
    name: boardName,
    slug: boardSlug,
    description: z.nullable(text("Description", 0, 500)),
    isPrivate: z.boolean(),
    companyId: idBody,
  }),
);

/**
 * The highest quota of boards that can be configured. It also limits the body of PATCH
 * /api/boards/reorder, which contains every board.
 */
export const MAX_BOARDS = 1000;

/** The body of PATCH /api/boards/reorder. It contains every board of the company exactly once. */
export const BoardOrder = z.object({
  boardIds: z.array(idBody).check(z.maxLength(MAX_BOARDS, "Too many boards")),
});

/** Message of the 409 if another board of the company has the slug. */
export const SLUG_TAKEN = "Slug is already taken";

const boardId = z.object({ id: idParam });
const notFound = "Board not found";

export const boardsApi = {
  list: endpoint({
    operationId: "listBoards",
    method: "GET",
    path: "/api/boards",
    scope: "feedback:read",
    summary: "The boards the viewer may see, in the company's order.",
    query: z.object({ limit: wholeListLimit, cursor: pageCursor }),
    response: z.array(Board),
    status: 200,
    paged: true,
  }),
  create: endpoint({
    operationId: "createBoard",
    method: "POST",
    path: "/api/boards",
    scope: "company:write",
    summary: "Adds a board at the end of the order.",
    body: NewBoard,
    response: Board,
    status: 201,
    errors: { 409: [SLUG_TAKEN, quotaMessage("boards", DEFAULT_QUOTAS.boards)] },
  }),
  reorder: endpoint({
    operationId: "orderBoards",
    method: "PATCH",
    path: "/api/boards/reorder",
    summary: "Sets the order of the company's boards. The body lists every board exactly once.",
    body: BoardOrder,
    response: z.array(Board),
    status: 200,
  }),
  update: endpoint({
    operationId: "changeBoard",
    method: "PATCH",
    path: "/api/boards/:id",
    scope: "company:write",
    summary: "Changes a board.",
    params: boardId,
    body: BoardChanges,
    response: Board,
    status: 200,
    notFound,
    errors: { 409: [SLUG_TAKEN] },
  }),
  remove: endpoint({
    operationId: "removeBoard",
    method: "DELETE",
    path: "/api/boards/:id",
    scope: "company:write",
    summary: "Deletes a board with everything on it.",
    params: boardId,
    response: z.undefined(),
    status: 204,
    notFound,
  }),
} as const;

const exampleBoard: Board = {
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

const exampleParams = { id: exampleBoard.id };

export const boardsExamples: ExamplesOf<typeof boardsApi> = {
  listBoards: { response: [exampleBoard] },
  createBoard: {
    body: {
      name: exampleBoard.name,
      slug: exampleBoard.slug,
      description: exampleBoard.description,
    },
    response: { ...exampleBoard, feedbackCount: 0 },
  },
  orderBoards: { body: { boardIds: [exampleBoard.id] }, response: [exampleBoard] },
  changeBoard: {
    params: exampleParams,
    body: { isPrivate: true },
    response: { ...exampleBoard, isPrivate: true },
  },
  removeBoard: { params: exampleParams },
};
