import type { Db } from "#server/platform/db/database.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import type { AccountEvent, AccountNotice } from "./accountNotice.ts";

/** Name of the job. */
export const ACCOUNT_NOTICE_TASK = "sendAccountNotice";

interface Owner {
  readonly username: string;
  readonly fullName: string | null;
}

/**
 * Enqueues a notification to an account's owner. Pass the transaction of the change, so that both
 * are committed or neither is.
 */
export async function enqueueAccountNotice(
  db: Db,
  { origin, hostCompany, site }: Pick<RequestContext, "origin" | "hostCompany" | "site">,
  { username, fullName }: Owner,
  event: AccountEvent,
): Promise<void> {
  const portalName = hostCompany?.name ?? site.siteName;
  const notice: AccountNotice = {
    username,
    fullName,
    event,
    at: new Date().toISOString(),
    portalName,
    origin,
  };
  await db.all(enqueueJob, { task: ACCOUNT_NOTICE_TASK, payload: JSON.stringify(notice) });
}
