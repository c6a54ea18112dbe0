import { test } from "vitest";
import { checkNoVoteIsLost, VOTE_SOURCES } from "#server/checks/fixtures/imports/randomVotes.ts";

test.each(Object.keys(VOTE_SOURCES))(
  "in 3,000 random files of %s, no vote is lost",
  (name) => checkNoVoteIsLost(name, 3_000),
  300_000,
);
