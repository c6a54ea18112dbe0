import * as z from "zod";
import { assigneesApi } from "#contract/assignees.ts";
import { boardsApi } from "#contract/boards.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { FEEDBACK_SORTS } from "#contract/feedbackFilters.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_STATUSES,
  SEARCH_COUNT_LIMIT,
} from "#contract/feedbackLabels.ts";
import { portalApi } from "#contract/portal.ts";
import { SCOPE_WORDS } from "#contract/scopes.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { Refusal } from "./callApi.ts";
import { commentOf, detailOf, itemUrl, listedItemOf } from "./presentItem.ts";
import { quoted } from "./quoted.ts";
import { tool } from "./tool.ts";

const READS = { readOnlyHint: true, openWorldHint: false };

export const itemId = z.int().positive().describe("Id of the feedback item, as in its link");

const filters = {
  search: z.string().optional().describe("Words that the items contain, for example: dark mode"),
  status: z.array(z.enum(FEEDBACK_STATUSES)).optional().describe("Only these statuses"),
  category: z.enum(FEEDBACK_CATEGORIES).optional(),
  boardId: z.int().positive().optional().describe("Only this board; list_boards has the ids"),
  state: z
    .enum(["open", "closed"])
    .optional()
    .describe("Open items, unless you ask for closed ones"),
};

/** Returns filters as the query of a list. */
const queryOf = <Filters extends { boardId?: number | undefined }>({
  boardId,
  ...rest
}: Filters) => ({ ...rest, boardId: boardId?.toString() });

const aboutPortal = tool({
  name: "about_portal",
  title: "About this portal",
  description:
    "Tells whose portal this is and what the API key may do. If no tool fits a task, read here which permissions the key lacks, and tell the user.",
  annotations: READS,
  calls: { portal: portalApi.get },
  input: {},
  run: async ({ portal }, _args, { origin, scopes }) => {
    const { company } = (await portal({})).body;
    const words = Object.entries(SCOPE_WORDS).map(([scope, { text }]) => ({ scope, means: text }));
    const has = ({ scope }: { scope: string }) => scopes.some((own) => own === scope);
    return {
      company: company?.name,
      url: origin,
      keyMay: words.filter(has),
      keyLacks: words.filter((word) => !has(word)),
    };
  },
});

const listBoards = tool({
  name: "list_boards",
  title: "List boards",
  description:
    "Lists the boards with their ids and numbers of open items. Only the team sees items of private boards: do not tell customers about them.",
  annotations: READS,
  calls: { boards: boardsApi.list },
  input: {},
  run: async ({ boards }, _args, { origin }) => ({
    boards: (await boards({})).body.map(({ id, name, slug, isPrivate, feedbackCount }) => ({
      id,
      name,
      url: `${origin}/board/${slug}`,
      isPrivate,
      openItems: feedbackCount,
    })),
  }),
});

const searchFeedback = tool({
  name: "search_feedback",
  title: "Search feedback",
  description:
    "Finds feedback items by words and filters, most votes first. Without words it lists all items. Read an item with read_feedback before you judge or change it.",
  annotations: READS,
  calls: { list: feedbackApi.list },
  input: {
    ...filters,
    sort: z
      .enum(FEEDBACK_SORTS)
      .optional()
      .describe("Without it most votes first. date is newest first; match needs search"),
    limit: z.int().min(1).max(25).default(10),
    cursor: z.string().optional().describe("nextCursor of the page before"),
  },
  run: async ({ list }, { limit, ...args }, { origin }) => {
    const query = { ...queryOf(args), limit: String(limit) };
    const { body, total, nextCursor } = await list({ query });
    return { total, items: body.map((item) => listedItemOf(item, origin)), nextCursor };
  },
});

const readFeedback = tool({
  name: "read_feedback",
  title: "Read a feedback item",
  description:
    "Reads one item with its text, votes, status and newest comments. Internal notes are for the team only: do not repeat them to customers.",
  annotations: READS,
  calls: { get: feedbackApi.get, comments: commentsApi.list },
  input: {
    id: itemId,
    comments: z.int().min(1).max(20).default(10).describe("How many comments to read"),
    cursor: z.string().optional().describe("olderComments of the answer before, for older ones"),
  },
  run: async ({ get, comments }, { id, comments: limit, cursor }, { origin }) => {
    const params = { id };
    const [item, page] = await Promise.all([
      get({ params }),
      comments({ params, query: { limit: String(limit), cursor } }),
    ]);
    return {
      ...detailOf(item.body, origin),
      newestComments: page.body.map((comment) => commentOf(comment, origin)),
      olderComments: page.nextCursor,
    };
  },
});

const findSimilar = tool({
  name: "find_similar",
  title: "Find similar feedback",
  description:
    "Finds up to five items that ask for the same. Use it with a title before you create an item, and with an id to find duplicates of an item.",
  annotations: READS,
  calls: { toTitle: similarFeedbackApi.toTitle, toItem: similarFeedbackApi.toItem },
  input: {
    title: z.string().optional().describe("One line that says what is wanted"),
    id: itemId.optional(),
  },
  run: async ({ toTitle, toItem }, { title, id }, { origin }) => {
    if ((title === undefined) === (id === undefined)) throw new Refusal("Give a title or an id.");
    const found =
      id === undefined
        ? await toTitle({ query: { title: title ?? "" } })
        : await toItem({ params: { id } });
    return {
      items: found.body.map((item) => ({
        id: item.id,
        url: itemUrl(item.id, origin),
        status: item.status,
        votes: item.votes,
        boardId: item.boardId,
        quoted: { title: quoted(item.title, 200) },
      })),
    };
  },
});

const GROUPS = { status: FEEDBACK_STATUSES, category: FEEDBACK_CATEGORIES } as const;

const countFeedback = tool({
  name: "count_feedback",
  title: "Count feedback",
  description: `Counts items by words and filters, and on request by status or category. Use it instead of reading all items. Searches with words count up to ${String(SEARCH_COUNT_LIMIT)}.`,
  annotations: READS,
  calls: { list: feedbackApi.list },
  input: { ...filters, by: z.enum(["status", "category"]).optional() },
  run: async ({ list }, { by, ...args }) => {
    const count = async (more: object) =>
      (await list({ query: { ...queryOf(args), ...more, limit: "1" } })).total;
    const total = await count({});
    if (by === undefined) return { total };
    const asked = args[by];
    const values = GROUPS[by].filter(
      (value) => !asked || [asked].flat().some((own) => own === value),
    );
    const counts = values.map(async (value) => [value, await count({ [by]: value })] as const);
    return { total, [by]: Object.fromEntries(await Promise.all(counts)) };
  },
});

const listTeam = tool({
  name: "list_team",
  title: "List the team",
  description: "Lists the people of the team with their ids, for assign_feedback.",
  annotations: READS,
  calls: { assignees: assigneesApi.list },
  input: {},
  run: async ({ assignees }) => ({
    team: (await assignees({})).body.map(({ id, fullName }) => ({ id, name: fullName })),
  }),
});

export const READING_TOOLS = [
  aboutPortal,
  listBoards,
  searchFeedback,
  readFeedback,
  findSimilar,
  countFeedback,
  listTeam,
];
