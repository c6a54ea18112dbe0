import { runOnce } from "graphile-worker";
import { tasksOf } from "#server/jobs/tasks.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { localFeed } from "./localFeed.ts";
import { silentLogger } from "./silentLogger.ts";
import type { TestPortal } from "./testPortal.ts";

/** Does what waits in a portal's queue, and gives the mails that were sent by it. */
export async function runJobs(portal: TestPortal): Promise<Mail[]> {
  const { connectionString, database, config } = portal;
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const taskList = tasksOf({ database, config, mailer, changes: localFeed() });
  await runOnce({ connectionString, taskList, logger: silentLogger });
  return mails;
}
