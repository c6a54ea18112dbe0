import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { objectAdmin } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { route } from "#server/platform/routing/route.ts";
import { listVotersPage } from "./listVotersPage.ts";
import { recordVote } from "./recordVote.ts";
import { withdrawVote } from "./withdrawVote.ts";

/**
 * Limits how fast an admin can find out, by trying e-mail addresses, which addresses are known in
 * the company.
 */
const recordLimit = byAccount({
  name: "recorded-vote-account",
  attempts: 300,
  windowSeconds: 60 * 60,
});

export const recordedVotesRoutes = [
  route(recordedVotesApi.list, objectAdmin, listVotersPage),
  route(recordedVotesApi.record, objectAdmin, recordVote, recordLimit),
  route(recordedVotesApi.withdraw, objectAdmin, withdrawVote),
];
