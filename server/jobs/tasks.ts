import type { Task, TaskList } from "graphile-worker";
import { deleteExpiredHandoffs } from "#server/auth/handoff.queries.ts";
import { deleteForgottenDevices } from "#server/auth/knownDevice.queries.ts";
import { deleteExpiredPasswordResets } from "#server/auth/passwordReset.queries.ts";
import { PASSWORD_RESET_TASK, sendPasswordReset } from "#server/auth/sendPasswordReset.ts";
import { deleteExpiredSessions } from "#server/auth/session.queries.ts";
import { recheckDomains } from "#server/companies/recheckDomains.ts";
import type { Config } from "#server/config.ts";
import type { ChangeFeed } from "#server/db/changeFeed.ts";
import type { Database } from "#server/db/database.ts";
import { accountNoticeMail, AccountNotice } from "#server/mail/accountNotice.ts";
import { ACCOUNT_NOTICE_TASK } from "#server/mail/enqueueAccountNotice.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { deleteOldAttempts } from "#server/throttle/throttle.queries.ts";

export interface TaskDependencies {
  database: Database;
  config: Config;
  mailer: Mailer;
  changes: Pick<ChangeFeed, "announce">;
}

/** All that the queue knows to do, by name. What is not done soon after the stop began is given up, to be tried again by who comes next. */
export function tasksOf(dependencies: TaskDependencies): TaskList {
  return Object.fromEntries(
    Object.entries(wholeTasksOf(dependencies)).map(([name, task]): [string, Task] => [
      name,
      (payload, helpers) => unlessAborted(Promise.resolve(task(payload, helpers)), helpers.abortSignal),
    ]),
  );
}

/** What the work comes to, or the signal's reason if that is first. The queue's own promise of it would keep something of every job. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const giveUp = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", giveUp);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

function wholeTasksOf({
  database: { system },
  config,
  mailer,
  changes,
}: TaskDependencies): Record<string, Task> {
  return {
    recheckDomains: (_payload, { abortSignal }) => recheckDomains(system, config, changes, abortSignal),
    cleanUp: async () => {
      await system.all(deleteExpiredSessions, {});
      await system.all(deleteExpiredHandoffs, {});
      await system.all(deleteExpiredPasswordResets, {});
      await system.all(deleteForgottenDevices, {});
      await system.all(deleteOldAttempts, {});
    },
    [ACCOUNT_NOTICE_TASK]: (payload) => mailer.send(accountNoticeMail(AccountNotice.parse(payload))),
    [PASSWORD_RESET_TASK]: (payload) => sendPasswordReset(system, mailer, payload),
  };
}
