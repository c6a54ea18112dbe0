import type { recordedVotesApi, Voter } from "../recordedVotes.ts";
import type { ExamplesOf } from "./example.ts";
import { detail, undoToken } from "./feedback.ts";
import { author, user } from "./users.ts";

const voter: Voter = {
  userId: user.id,
  user: author,
  recordedBy: { fullName: "Kim Park" },
  isAdmin: false,
  isBlocked: false,
  createdAt: "2026-05-06T11:30:00.000Z",
};

const params = { id: detail.id };

export const recordedVotesExamples: ExamplesOf<typeof recordedVotesApi> = {
  listVoters: { params, query: { limit: "50" }, response: [voter] },
  recordVote: {
    params,
    body: { username: user.username, notify: true },
    response: { userId: user.id, user: author, votes: detail.votes + 1, undoToken },
  },
  withdrawVote: { params: { ...params, userId: user.id }, response: { undoToken } },
};
