import { runOnce } from "graphile-worker";
import { tasksOf } from "#server/jobs/tasks.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { localFeed } from "./localFeed.ts";
import { silentLogger } from "./silentLogger.ts";
import type { TestPortal } from "./testPortal.ts";

/** Does all that waits in a portal's queue, and gives the mails that were sent by it. */
export async function runJobs(portal: TestPortal): Promise<Mail[]> {
  const { connectionString, database, config } = portal;
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const taskList = tasksOf({ database, config, mailer, changes: localFeed() });
  await runOnce({ connectionString, taskList, logger: silentLogger });
  const [left] = await portal.sql<{ error: string | null }>(
    // What is done may still be there for a moment, locked by whoever did it.
    "select last_error as error from graphile_worker.jobs where locked_at is null limit 1",
  );
  if (left) throw new Error(`A job was not done: ${left.error ?? "it still waits"}`);
  return mails;
}
