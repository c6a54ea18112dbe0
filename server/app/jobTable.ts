import type { JobHelpers, Task, TaskList } from "graphile-worker";
import type { Logger } from "pino";
import { deleteFormerSubscribers } from "#server/features/changelogSubscribers/changelogSubscribers.queries.ts";
import {
  sendSubscriptionLink,
  SUBSCRIPTION_TASK,
} from "#server/features/changelogSubscribers/requestSubscription.ts";
import { LOGIN_CODE_TASK, sendLoginCode } from "#server/features/auth/sendLoginCode.ts";
import { MERGE_TASK, moveMergedAccount } from "#server/features/auth/mergeAccounts.ts";
import { MERGE_CODE_TASK, sendMergeCode } from "#server/features/auth/sendMergeCode.ts";
import { deleteExpiredSignIns } from "#server/features/auth/deleteExpiredSignIns.ts";
import { CONFIRMATION_TASK, sendConfirmation } from "#server/features/auth/sendConfirmation.ts";
import { PASSWORD_RESET_TASK, sendPasswordReset } from "#server/features/auth/sendPasswordReset.ts";
import { composeNotificationMail } from "#server/features/notificationMails/composeNotificationMail.ts";
import {
  createMailDelivery,
  deleteOldDeliveries,
  DELIVERY_TASK,
} from "#server/features/mailDelivery/deliverMails.ts";
import { publishDueEntries } from "#server/features/changelog/publishDueEntries.ts";
import { recheckDomains } from "#server/features/companies/recheckDomains.ts";
import { fetchProviderPicture } from "#server/features/profile/fetchProviderPicture.ts";
import { PROVIDER_PICTURE_TASK } from "#server/features/users/providerPicture.queries.ts";
import { recheckEmailDomains } from "#server/features/auth/companyProvider/emailDomains.ts";
import { claimImported } from "#server/features/imports/claimImported.ts";
import { deleteExpiredImports } from "#server/features/imports/deleteExpiredImports.ts";
import { CLAIM_TASK } from "#server/features/imports/importClaims.queries.ts";
import type { ImportKey } from "#server/features/imports/importKey.ts";
import type { ImportStep } from "#server/features/imports/continueImport.ts";
import type { ContinueImport } from "#server/features/imports/runImport.ts";
import { IMPORT_TASK, resumeImports, runImport } from "#server/features/imports/runImport.ts";
import {
  deleteStaleExports,
  EXPORT_CLEAN_UP_TASK,
} from "#server/features/exports/deleteStaleExports.ts";
import type { ExportKey } from "#server/features/exports/exportKey.ts";
import { EXPORT_TASK, resumeExports, runExport } from "#server/features/exports/runExport.ts";
import { deleteExpiredInvitations } from "#server/features/members/invitations.queries.ts";
import { INVITATION_TASK, sendInvitation } from "#server/features/members/sendInvitation.ts";
import { cleanUpPictures } from "#server/features/pictures/cleanUpPictures.ts";
import { deleteOldRejections } from "#server/features/moderation/rejectedPosts.queries.ts";
import { deleteOldUndos } from "#server/features/undo/undo.queries.ts";
import { deleteOldNotifications } from "#server/features/notifications/deleteOldNotifications.ts";
import type { WebhookCounts } from "#server/features/webhooks/deliverWebhooks.ts";
import {
  createWebhookDelivery,
  deleteOldWebhookDeliveries,
  noWebhooks,
  WEBHOOKS_TASK,
} from "#server/features/webhooks/deliverWebhooks.ts";
import { createActivityLog } from "#server/platform/activity/activityLog.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, SystemDb } from "#server/platform/db/database.ts";
import {
  ACCOUNT_NOTICE_TASK,
  accountNoticeMail,
} from "#server/platform/mail/enqueueAccountNotice.ts";
import { limitMails } from "#server/platform/mail/limitMails.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import { deleteOldAnswers } from "#server/platform/routing/apiAnswers.queries.ts";
import { deleteOldAttempts } from "#server/platform/throttle/throttle.queries.ts";
import { ACTIVITY_CONSUMERS } from "./activityConsumers.ts";

/**
 * Schedule of the jobs in crontab format. The columns are minute, hour, day, month and weekday in
 * UTC.
 */
export const CRONTAB = `
17 3 * * * recheckDomains
41 * * * * cleanUp
* * * * * resumeImports
* * * * * resumeExports
*/10 * * * * deleteStaleExports
* * * * * deliverMails
* * * * * deliverWebhooks
* * * * * publishDueEntries
`;

/** Statements that delete what is old or has expired, in any company. */
const CLEAN_UPS = [
  deleteExpiredInvitations,
  deleteFormerSubscribers,
  deleteOldAttempts,
  deleteOldUndos,
  deleteOldAnswers,
  deleteOldRejections,
];

export interface JobDependencies {
  database: Database;
  config: Config;
  /**
   * Sends mails without limits. `jobTable` adds the rate limit per recipient, except for the
   * delivery of notification mails, which has a limit of its own.
   */
  mailer: Mailer;
  logger: Pick<Logger, "warn">;
  changes: Pick<ChangeFeed, "publish">;
  /** Continues an import, in this thread or in another. */
  continueImport: ContinueImport;
  /** Counts attempts to deliver webhooks, for the metrics. */
  webhookCounts?: WebhookCounts;
  /** A signal that is aborted when the process begins to stop, before running jobs are aborted. */
  stopping?: AbortSignal;
}

/** Handlers of all jobs, by job name. */
export function jobTable({
  database,
  config,
  mailer: unlimited,
  logger,
  changes,
  continueImport,
  webhookCounts = noWebhooks(),
  stopping,
}: JobDependencies): TaskList {
  const { system } = database;
  return {
    recheckDomains: async (_payload, { abortSignal }) => {
      await recheckDomains(system, config, changes, abortSignal);
      await recheckEmailDomains(system, config, abortSignal);
    },
    cleanUp: async (_payload, { abortSignal }) => {
      await deleteExpiredSignIns(system);
      for (const deleteOld of CLEAN_UPS) await system.all(deleteOld, {});
      await cleanUpPictures(system, config.pictureStore, abortSignal);
      await deleteOldNotifications(system, abortSignal);
      await deleteOldDeliveries(database);
      await deleteOldWebhookDeliveries(database);
      await deleteExpiredImports(database, abortSignal);
    },
    // Nothing is woken after the commit: the outbox looks for activities every ten seconds.
    publishDueEntries: (_payload, { abortSignal: signal }) =>
      publishDueEntries({
        database,
        config,
        activities: createActivityLog(ACTIVITY_CONSUMERS),
        changes,
        logger,
        signal,
      }),
    [IMPORT_TASK]: (payload, { abortSignal, addJob }) =>
      runImport({ continueImport, changes, enqueue: enqueueImport(addJob) }, payload, abortSignal),
    [PROVIDER_PICTURE_TASK]: (payload) =>
      fetchProviderPicture({ db: system, changes, config }, payload),
    [CLAIM_TASK]: (payload, { abortSignal: signal }) =>
      claimImported({ database, changes, signal }, payload),
    resumeImports: (_payload, { addJob }) =>
      resumeImports({ database, enqueue: enqueueImport(addJob) }),
    [EXPORT_TASK]: (payload, { abortSignal, addJob }) =>
      runExport({ database, logger, enqueue: enqueueExport(addJob), signal: abortSignal }, payload),
    [EXPORT_CLEAN_UP_TASK]: (_payload, { abortSignal }) => deleteStaleExports(system, abortSignal),
    resumeExports: (_payload, { addJob }) =>
      resumeExports({ database, enqueue: enqueueExport(addJob) }),
    [MERGE_TASK]: (payload, { abortSignal: signal }) =>
      moveMergedAccount({ database, changes, signal }, payload),
    [DELIVERY_TASK]: deliveryJob({ database, config, mailer: unlimited, logger }, stopping),
    [WEBHOOKS_TASK]: webhookJob({ database, config, logger }, webhookCounts, stopping),
    ...mailJobs(system, limitMails(unlimited, system, logger)),
  };
}

/** The jobs that each write one mail. */
const mailJobs = (system: SystemDb, mailer: Parameters<typeof sendLoginCode>[1]): TaskList => ({
  [ACCOUNT_NOTICE_TASK]: async (payload) => {
    await mailer.send(accountNoticeMail(payload));
  },
  [MERGE_CODE_TASK]: (payload) => sendMergeCode(system, mailer, payload),
  [LOGIN_CODE_TASK]: (payload) => sendLoginCode(system, mailer, payload),
  [CONFIRMATION_TASK]: (payload) => sendConfirmation(system, mailer, payload),
  [INVITATION_TASK]: (payload) => sendInvitation(system, mailer, payload),
  [SUBSCRIPTION_TASK]: (payload) => sendSubscriptionLink(system, mailer, payload),
  [PASSWORD_RESET_TASK]: (payload) => sendPasswordReset(system, mailer, payload),
});

/**
 * The priority of jobs that do their work in many slices. Jobs with the default priority 0, such as
 * mails with codes, run before these jobs.
 */
const LONG_WORK = 10;

/** Returns a function that adds a job for an export. Each export has at most one waiting job. */
function enqueueExport(addJob: JobHelpers["addJob"]) {
  return (key: ExportKey) =>
    addJob(EXPORT_TASK, key, {
      jobKey: `export ${String(key.companyId)} ${String(key.exportId)}`,
      maxAttempts: 5,
      priority: LONG_WORK,
    });
}

/** Returns a function that adds a job for an import. Each import has at most one waiting job. */
function enqueueImport(addJob: JobHelpers["addJob"]) {
  return (key: ImportKey, { waitMs = 0, isLong = false }: Partial<ImportStep> = {}) =>
    addJob(IMPORT_TASK, key, {
      ...(isLong && { queueName: "long imports" }),
      ...(waitMs > 0 && { runAt: new Date(Date.now() + waitMs) }),
      jobKey: `import ${String(key.companyId)} ${String(key.importId)}`,
      maxAttempts: 5,
      priority: LONG_WORK,
    });
}

/**
 * Returns the job that delivers notification mails. The job ends as soon as the process begins to
 * stop.
 */
function deliveryJob(
  { database, config, mailer, logger }: Omit<JobDependencies, "changes" | "continueImport">,
  stopping: AbortSignal | undefined,
): Task {
  const { mailFrom, mailsPerMinute } = config;
  const delivery = createMailDelivery({
    database,
    mailer,
    mailFrom,
    mailsPerMinute,
    compose: (db, claimed) => composeNotificationMail(db, claimed, config),
    onError: (error) => logger.warn({ err: error }, "a notification mail was delayed"),
  });
  return endingAt(stopping, delivery);
}

/**
 * Returns the job that delivers webhooks. Like that of mails, it ends as soon as the process begins
 * to stop.
 */
function webhookJob(
  { database, config, logger }: Pick<JobDependencies, "database" | "config" | "logger">,
  counts: WebhookCounts,
  stopping: AbortSignal | undefined,
): Task {
  const onError = (error: unknown) => logger.warn({ err: error }, "webhooks were delayed");
  return endingAt(stopping, createWebhookDelivery({ database, config, counts, onError }));
}

const endingAt =
  (
    stopping: AbortSignal | undefined,
    { run }: { run: (payload: unknown, signal: AbortSignal) => Promise<void> },
  ): Task =>
  (payload, { abortSignal }) =>
    run(payload, stopping ? AbortSignal.any([stopping, abortSignal]) : abortSignal);
