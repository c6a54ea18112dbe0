import * as z from "zod";
import { changelogApi } from "#contract/changelog.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import { mergingApi } from "#contract/merging.ts";
import { commentOf, itemUrl, listedItemOf } from "./presentItem.ts";
import { itemId } from "./readingTools.ts";
import { tool } from "./tool.ts";

const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const CHANGES = { ...ADDS, destructiveHint: true };
const SETS = { ...CHANGES, idempotentHint: true };

const customer = z
  .strictObject({
    email: z.string().describe("The customer's email address"),
    name: z.string().optional().describe("The customer's name, if the portal may not know it"),
  })
  .describe("The customer who said it. Name one only if you know the address; never invent one");

const createFeedback = tool({
  name: "create_feedback",
  title: "Create a feedback item",
  description:
    "Adds an item to a board, for a customer or in the name of the API key. First look with find_similar: if the same wish is there, use record_vote or add_comment instead. Everybody who sees the board sees the item.",
  annotations: ADDS,
  calls: { create: feedbackApi.create },
  input: {
    boardId: z.int().positive().describe("list_boards has the ids"),
    title: z.string().describe("One line that says what is wanted"),
    description: z.string().describe("What is wanted and why, in Markdown"),
    category: z.enum(FEEDBACK_CATEGORIES).optional(),
    customer: customer.optional(),
  },
  run: async ({ create }, { customer: author, ...body }, { origin }) =>
    listedItemOf((await create({ body, customer: author })).body, origin),
});

const addComment = tool({
  name: "add_comment",
  title: "Add a comment",
  description:
    "Comments on an item. Everybody who sees the item sees the comment, and followers get a mail, unless it is an internal note, which only the team sees.",
  annotations: ADDS,
  calls: { create: commentsApi.create },
  input: {
    id: itemId,
    text: z.string().describe("Markdown"),
    isInternalNote: z.boolean().optional(),
    customer: customer.optional(),
  },
  run: async ({ create }, { id, text, isInternalNote, customer: author }, { origin }) => {
    const body = { content: text, isInternal: isInternalNote };
    const { body: comment } = await create({ params: { id }, body, customer: author });
    return commentOf(comment, origin);
  },
});

const recordVote = tool({
  name: "record_vote",
  title: "Record a vote",
  description:
    "Records that a customer wants an item too. A second vote of the same customer is not counted.",
  annotations: { ...ADDS, idempotentHint: true },
  calls: { vote: feedbackApi.vote },
  input: { id: itemId, customer },
  run: async ({ vote }, { id, customer: voter }, { origin }) => {
    const { votes } = (await vote({ params: { id }, customer: voter })).body;
    return { id, url: itemUrl(id, origin), votes };
  },
});

const setStatus = tool({
  name: "set_status",
  title: "Set the status",
  description:
    "Changes the status of an item. It is public, and followers are told, unless notify is false. Change a status only when the user asked for it.",
  annotations: SETS,
  calls: { update: feedbackApi.update },
  input: {
    id: itemId,
    status: z.enum(FEEDBACK_STATUSES),
    note: z.string().optional().describe("A public note about the change, in Markdown"),
    notify: z.boolean().optional(),
  },
  run: async ({ update }, { id, ...body }, { origin }) =>
    listedItemOf((await update({ params: { id }, body })).body, origin),
});

const assignFeedback = tool({
  name: "assign_feedback",
  title: "Assign a feedback item",
  description:
    "Makes somebody of the team responsible for an item. Customers do not see who it is.",
  annotations: SETS,
  calls: { update: feedbackApi.update },
  input: {
    id: itemId,
    assigneeId: z.int().positive().nullable().describe("An id of list_team; null for nobody"),
  },
  run: async ({ update }, { id, assigneeId }, { origin }) => {
    const { assignee } = (await update({ params: { id }, body: { assigneeId } })).body;
    return { id, url: itemUrl(id, origin), assignee: assignee?.fullName ?? null };
  },
});

const mergeFeedback = tool({
  name: "merge_feedback",
  title: "Merge a duplicate",
  description:
    "Merges an item into another one that asks for the same: votes, comments and followers go there. Read both first and ask the user. People can undo it on the item's page.",
  annotations: CHANGES,
  calls: { merge: mergingApi.merge },
  input: {
    id: itemId.describe("Id of the duplicate, which goes into the other item"),
    targetId: itemId.describe("Id of the item that stays"),
  },
  run: async ({ merge }, { id, targetId }, { origin }) =>
    listedItemOf((await merge({ params: { id }, body: { targetId } })).body, origin),
});

const draftEntry = tool({
  name: "draft_changelog_entry",
  title: "Draft a changelog entry",
  description:
    "Saves a draft for the changelog. Nobody but the team sees it: people check and publish it at editUrl. Name the items that it is about.",
  annotations: ADDS,
  calls: { create: changelogApi.create },
  input: {
    title: z.string().describe("One line for customers: what they can do now"),
    text: z.string().describe("The entry in Markdown, written for customers"),
    version: z.string().optional().describe("For example 2.4.0"),
    itemIds: z.array(z.int().positive()).optional().describe("Ids of the items that it completes"),
  },
  run: async ({ create }, { text, ...fields }, { origin }) => {
    const { id, state } = (await create({ body: { ...fields, body: text } })).body;
    return { id, state, editUrl: `${origin}/company/changelog/${String(id)}` };
  },
});

export const WRITING_TOOLS = [
  createFeedback,
  addComment,
  recordVote,
  setStatus,
  assignFeedback,
  mergeFeedback,
  draftEntry,
];
