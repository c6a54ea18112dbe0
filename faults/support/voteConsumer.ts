import { ACTIVITY_CONSUMERS } from "#server/app/activityConsumers.ts";
import type { ActivityConsumer } from "#server/platform/activity/activity.ts";

/**
 * A consumer that stores votes, as webhooks will do. With `KILLED_AT_VOTE`, the process kills itself
 * after the statement of a vote and before the statement that stores the activity.
 */
const voteConsumer: ActivityConsumer<"vote_cast"> = {
  name: "votes",
  writesFor: ["vote_cast"],
  wantsJob: () => {
    if (process.env["KILLED_AT_VOTE"]) process.kill(process.pid, "SIGKILL");
    return true;
  },
};

(ACTIVITY_CONSUMERS as ActivityConsumer[]).push(voteConsumer);
