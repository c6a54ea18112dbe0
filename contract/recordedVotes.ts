import { exampleDetail } from "./feedback.examples.ts";
import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOT_OPEN } from "./feedback.ts";
import {
  email,
  idBody,
  idParam,
  pageCursor,
  pageLimit,
  timestamp,
  undoToken,
  exampleUndoToken,
} from "./fields.ts";
import { Author, exampleAuthor, exampleUser } from "./users.ts";

/** The organisation for which a customer works, as the company's application has named it. */
export const VoterOrganisation = z.object({
  /** The name, or the id if the application gives no name. */
  name: z.string(),
  plan: z.nullable(z.string()),
  /** In the currency of the application. */
  monthlySpend: z.nullable(z.number()),
});
export type VoterOrganisation = z.output<typeof VoterOrganisation>;

/** A person who has voted for an item, as the company's admins see the person. */
export const Voter = z.object({
  userId: z.number(),
  user: Author,
  /**
   * The admin who recorded the vote; `DELETED_USER` if the admin's account was deleted. Null if the
   * vote was not recorded by an admin.
   */
  recordedBy: z.nullable(z.object({ fullName: z.nullable(z.string()) })),
  /** Whether the account is an admin of the company or a super admin. Admins cannot be blocked. */
  isAdmin: z.boolean(),
  /** Whether the account is blocked in the company. */
  isBlocked: z.boolean(),
  /** Null if the application has named none. */
  organisation: z.nullable(VoterOrganisation),
  createdAt: timestamp,
});
export type Voter = z.output<typeof Voter>;

/**
 * The person for whom an admin records a vote, named by id or by e-mail address. The person must be
 * a member of the company, or must have submitted, commented, voted or followed in the company.
 */
export const VoteOnBehalf = z
  .object({
    userId: z.optional(idBody),
    username: z.optional(email),
    /** Whether the vote makes the person a follower, as the person's own vote would. */
    notify: z.optional(z.boolean("notify must be true or false")),
  })
  .check(
    z.refine(({ userId, username }) => (userId === undefined) !== (username === undefined), {
      path: ["username"],
      message: "Choose a person or enter an address",
    }),
  );

export const RecordedVote = z.object({
  userId: z.number(),
  user: Author,
  /** The item's new number of votes. */
  votes: z.number(),
  undoToken,
});
export type RecordedVote = z.output<typeof RecordedVote>;

/** The response to a withdrawal. */
export const WithdrawnVote = z.object({ undoToken });

/** Message of the 409 for a person who has a vote already. */
export const ALREADY_VOTED = "This person has already voted";

/**
 * Message of the 400 for a person who is not known in the company. The message does not reveal
 * whether another company has an account with the e-mail address.
 */
export const UNKNOWN_PERSON =
  "Nobody with this address takes part in this portal. Invite the person under Members, or ask them to register.";

const feedbackId = z.object({ id: idParam });
const notFound = "Feedback item not found";

export const recordedVotesApi = {
  list: endpoint({
    operationId: "listVoters",
    method: "GET",
    path: "/api/feedback/:id/votes",
    scope: "people:read",
    summary:
      "The people who have voted for an item, newest accounts first. Only admins see them. `unnamedVotes` of the item are not listed.",
    params: feedbackId,
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(Voter),
    status: 200,
    paged: true,
    notFound,
  }),
  record: endpoint({
    operationId: "recordVote",
    method: "POST",
    path: "/api/feedback/:id/votes",
    summary:
      "Records a vote for a person whom the company knows. The person is notified of nothing, unless `notify` is true.",
    params: feedbackId,
    body: VoteOnBehalf,
    response: RecordedVote,
    status: 201,
    notFound,
    errors: { 409: [...Object.values(NOT_OPEN), ALREADY_VOTED] },
  }),
  withdraw: endpoint({
    operationId: "withdrawVote",
    method: "DELETE",
    path: "/api/feedback/:id/votes/:userId",
    summary: "Takes back a vote that an admin has recorded. Other votes cannot be taken back.",
    params: z.object({ id: idParam, userId: idParam }),
    response: WithdrawnVote,
    status: 200,
    notFound: "Recorded vote not found",
    errors: { 409: [NOT_OPEN.merged] },
  }),
} as const;

const exampleVoter: Voter = {
  userId: exampleUser.id,
  user: exampleAuthor,
  recordedBy: { fullName: "Kim Park" },
  isAdmin: false,
  isBlocked: false,
  organisation: { name: "Initech", plan: "Pro", monthlySpend: 490 },
  createdAt: "2026-05-06T11:30:00.000Z",
};

const exampleParams = { id: exampleDetail.id };

export const recordedVotesExamples: ExamplesOf<typeof recordedVotesApi> = {
  listVoters: { params: exampleParams, query: { limit: "50" }, response: [exampleVoter] },
  recordVote: {
    params: exampleParams,
    body: { username: exampleUser.username, notify: true },
    response: {
      userId: exampleUser.id,
      user: exampleAuthor,
      votes: 18,
      undoToken: exampleUndoToken,
    },
  },
  withdrawVote: {
    params: { ...exampleParams, userId: exampleUser.id },
    response: { undoToken: exampleUndoToken },
  },
};
