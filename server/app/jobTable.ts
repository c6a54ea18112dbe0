import type { TaskList } from "graphile-worker";
import { deleteExpiredHandoffs } from "#server/features/auth/handoff.queries.ts";
import { deleteForgottenDevices } from "#server/features/auth/knownDevice.queries.ts";
import { deleteExpiredPasswordResets } from "#server/features/auth/passwordReset.queries.ts";
import { PASSWORD_RESET_TASK, sendPasswordReset } from "#server/features/auth/sendPasswordReset.ts";
import { recheckDomains } from "#server/features/companies/recheckDomains.ts";
import { deleteExpiredSessions } from "#server/platform/access/session.queries.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { accountNoticeMail, AccountNotice } from "#server/platform/mail/accountNotice.ts";
import { ACCOUNT_NOTICE_TASK } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { deleteOldAttempts } from "#server/platform/throttle/throttle.queries.ts";

/** Columns: minute, hour, day, month, weekday, in UTC. */
export const CRONTAB = `
17 3 * * * recheckDomains
41 * * * * cleanUp
`;

export interface JobDependencies {
  database: Database;
  config: Config;
  mailer: Mailer;
  changes: Pick<ChangeFeed, "publish">;
}

/** Handlers of all jobs, by job name. */
export function jobTable({
  database: { system },
  config,
  mailer,
  changes,
}: JobDependencies): TaskList {
  return {
    recheckDomains: (_payload, { abortSignal }) =>
      recheckDomains(system, config, changes, abortSignal),
    cleanUp: async () => {
      await system.all(deleteExpiredSessions, {});
      await system.all(deleteExpiredHandoffs, {});
      await system.all(deleteExpiredPasswordResets, {});
      await system.all(deleteForgottenDevices, {});
      await system.all(deleteOldAttempts, {});
    },
    [ACCOUNT_NOTICE_TASK]: (payload) =>
      mailer.send(accountNoticeMail(AccountNotice.parse(payload))),
    [PASSWORD_RESET_TASK]: (payload) => sendPasswordReset(system, mailer, payload),
  };
}
