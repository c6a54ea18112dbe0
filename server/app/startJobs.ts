import type { Logger } from "pino";
import { startJobQueue } from "#server/platform/jobs/startJobQueue.ts";
import type { DevMailbox } from "#server/features/devMails/devMailbox.ts";
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
 * Starts the job queue with all jobs of the job table, such as the delivery of mails.
 * @returns a function that stops the queue and aborts jobs that do not end in time. The function
 * takes at most 6 s and never rejects.
 */
export async function startJobs(options: StartJobsOptions): Promise<() => Promise<void>> {
  const { connectionString, logger, onConnectionLost, config, mailbox } = options;
  const opened = openMailer(config, logger);
  const mailer = mailbox?.record(opened) ?? opened;
  const stopping = new AbortController();
  const imports = openImportThreads({ connectionString, database: options.database });
  const stop = await startJobQueue({
    connectionString,
    jobs: jobTable({
      ...options,
      mailer,
      continueImport: imports.continueImport,
      stopping: stopping.signal,
    }),
    crontab: CRONTAB,
    logger,
    onConnectionLost,
  });
  return async () => {
    stopping.abort();
    await stop();
    await imports.close();
    mailer.close();
  };
}
