import { examplePostAuthor } from "./moderation.ts";
import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  idParam,
  pageCursor,
  pageLimit,
  timestamp,
  undoToken,
  exampleUndoToken,
} from "./fields.ts";

/** An account that is blocked in the company, as the company's admins see it. */
export const BlockedAccount = z.object({
  id: z.number(),
  /** The e-mail address. It is masked unless the account belongs to the company. */
  username: z.string(),
  fullName: z.nullable(z.string()),
  /**
   * The full name of the admin who blocked the account. Null if the admin has no full name, and
   * after the admin's account was deleted.
   */
  blockedBy: z.nullable(z.string()),
  blockedAt: timestamp,
});
export type BlockedAccount = z.output<typeof BlockedAccount>;

/** The response to a block. */
export const NewlyBlocked = z.extend(BlockedAccount, { undoToken });

export const NewBlock = z.object({
  /** Whether to delete the account's items and comments that wait for approval. */
  rejectPending: z._default(z.boolean("rejectPending must be true or false"), false),
});

const accountId = z.object({ id: idParam });
const notFound = "Account not found";

export const blockedAccountsApi = {
  list: endpoint({
    operationId: "listBlockedAccounts",
    method: "GET",
    path: "/api/blocked-accounts",
    scope: "moderation",
    summary: "The accounts that are blocked in the company, the latest first.",
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(BlockedAccount),
    status: 200,
    paged: true,
  }),
  block: endpoint({
    operationId: "blockAccount",
    method: "PUT",
    path: "/api/blocked-accounts/:id",
    scope: "moderation",
    summary:
      "Blocks an account in the company: it can read, but not submit, vote, comment, follow or report, and gets no notifications. Only accounts that belong to the company or have submitted, commented, voted or reported in it can be blocked.",
    params: accountId,
    body: NewBlock,
    response: NewlyBlocked,
    status: 200,
    notFound,
    errors: { 409: ["Admins cannot be blocked"] },
  }),
  unblock: endpoint({
    operationId: "unblockAccount",
    method: "DELETE",
    path: "/api/blocked-accounts/:id",
    scope: "moderation",
    summary: "Unblocks an account in the company.",
    params: accountId,
    response: z.undefined(),
    status: 204,
    notFound,
  }),
} as const;

const exampleBlocked: BlockedAccount = {
  id: examplePostAuthor.id,
  username: examplePostAuthor.username,
  fullName: examplePostAuthor.fullName,
  blockedBy: "Robin Reyes",
  blockedAt: "2026-05-06T09:00:00.000Z",
};

export const blockedAccountsExamples: ExamplesOf<typeof blockedAccountsApi> = {
  listBlockedAccounts: { response: [exampleBlocked] },
  blockAccount: {
    params: { id: exampleBlocked.id },
    body: { rejectPending: true },
    response: { ...exampleBlocked, undoToken: exampleUndoToken },
  },
  unblockAccount: { params: { id: exampleBlocked.id } },
};
