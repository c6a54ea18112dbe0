import { ACTIVITY_CONSUMERS } from "#server/app/activityConsumers.ts";
import type { ActivityConsumer } from "#server/platform/activity/activity.ts";

/**
 * A consumer that handles votes later, as webhooks will do. With `KILLED_AT_VOTE`, the process kills
 * itself after the statement of a vote and before the commit.
 */
const voteConsumer: ActivityConsumer<"vote_cast"> = {
  name: "votes",
  kinds: ["vote_cast"],
  ...(process.env["KILLED_AT_VOTE"] && {
    record: async () => void process.kill(process.pid, "SIGKILL"),
  }),
  runSlice: async (_, { activities }) => ({ finished: activities.length }),
};

(ACTIVITY_CONSUMERS as ActivityConsumer[]).push(voteConsumer);
