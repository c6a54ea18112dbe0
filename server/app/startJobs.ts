import type { Logger } from "pino";
import { startJobQueue } from "#server/platform/jobs/startJobQueue.ts";
import type { DevMailbox } from "#server/features/devMails/devMailbox.ts";
import { IMPORT_TASK } from "#server/features/imports/runImport.ts";
import { openMailer } from "#server/platform/mail/mailer.ts";
import type { JobDependencies } from "./jobTable.ts";
import { CRONTAB, jobTable } from "./jobTable.ts";
import { openImportThreads } from "./openImportThreads.ts";

interface StartJobsOptions extends Omit<
  JobDependencies,
  "mailer" | "logger" | "continueImport" | "stopping"
> {
  connectionString: string;
  logger: Logger;
  /** Records the mails that are sent. */
  mailbox?: DevMailbox | undefined;
  /** Called with errors of the queue's connections. Lost connections are replaced automatically. */
  onConnectionLost: (error: Error) => void;
}

/**
 * The maximum number of imports that run at the same time. Imports do not use the slots of other
 * jobs, because reading a large file or another product's API takes minutes.
 */
const IMPORTS_AT_ONCE = 4;

/** The maximum number of readings that pause while other imports run. Each needs some memory. */
const PAUSED_IMPORTS = 4;

/**
 * The maximum number of other jobs that run at the same time. The deliveries of notification mails
 * and of webhooks use two of these slots nearly always, and slow servers must not block other jobs.
 */
const JOBS_AT_ONCE = 5;

/**
 * Starts the job queue with all jobs of the job table, such as the delivery of mails.
 * @returns a function that stops the queue and aborts jobs that do not end in time. The function
 * takes at most 6 s and never rejects.
 */
export async function startJobs(options: StartJobsOptions): Promise<() => Promise<void>> {
  const { connectionString, logger, onConnectionLost, config, mailbox } = options;
  const opened = openMailer(config, logger);
  const mailer = mailbox?.record(opened) ?? opened;
  const stopping = new AbortController();
  const threads = openImportThreads({
    connectionString,
    megabytes: config.importMegabytes,
    database: options.database,
    maxThreads: IMPORTS_AT_ONCE + PAUSED_IMPORTS,
  });
  const { [IMPORT_TASK]: importJob, ...jobs } = jobTable({
    ...options,
    mailer,
    continueImport: threads.continueImport,
    stopping: stopping.signal,
  });
  const queue = { connectionString, logger, onConnectionLost };
  const stops = await Promise.all([
    startJobQueue({ ...queue, jobs, concurrency: JOBS_AT_ONCE, crontab: CRONTAB }),
    startJobQueue({
      ...queue,
      jobs: { [IMPORT_TASK]: importJob },
      concurrency: IMPORTS_AT_ONCE,
    }),
  ]);
  return async () => {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
    await threads.close();
    mailer.close();
  };
}
