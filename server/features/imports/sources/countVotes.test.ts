import { expect, test } from "vitest";
import { checkNoVoteIsLost, VOTE_SOURCES } from "#server/checks/fixtures/imports/randomVotes.ts";
import { VoteCounts } from "./countVotes.ts";

test.each(Object.keys(VOTE_SOURCES))(
  "an item from %s has all votes that the source counts, even if voters are refused, repeated or missing",
  (name) => checkNoVoteIsLost(name, 40),
);

test("two voters with the same name and without an address are two votes, of which one has no voter", () => {
  const votes = new VoteCounts();
  for (const address of [null, null, "kim@example.com", "KIM@example.com"])
    votes.add("1", { name: "Kim", address });
  expect([votes.unnamedOf("1", null), votes.unnamedOf("1", 7)]).toEqual([1, 5]);
});
