import * as z from "zod/mini";
import type { SiteSettings } from "#contract/siteSettings.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { UserRow } from "#server/platform/access/presentUser.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { composeMail } from "./composeMail.ts";
import type { AccountMail } from "./limitMails.ts";
import type { NoticeKind } from "./mails.ts";
import { NOTICES } from "./mails.ts";
import type { MailPortal } from "./namesInMail.ts";
import { namesInMail } from "./namesInMail.ts";

/** Name of the job that mails a notice. */
export const ACCOUNT_NOTICE_TASK = "sendAccountNotice";

/** Payload of the job. It contains only names that `namesInMail` allows in the mail. */
const AccountNotice = z.object({
  username: z.string(),
  fullName: z.nullable(z.string()),
  event: z.enum(Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]]),
  /** Time of the event: ISO 8601, UTC. */
  at: z.iso.datetime(),
  portalName: z.string(),
  /** The portal's origin; see `RequestContext.origin`. */
  origin: z.string(),
  /** Whether the owner has confirmed the address. */
  isConfirmed: z._default(z.boolean(), true),
});
export type AccountNotice = z.output<typeof AccountNotice>;

/**
 * Enqueues a notification to an account's owner. Pass the transaction of the change, so that the
 * change and the job are committed together or not at all.
 */
export async function enqueueAccountNotice(
  db: Db,
  {
    origin,
    hostCompany,
    site,
  }: Pick<RequestContext, "origin"> & {
    hostCompany: MailPortal["company"];
    site: Pick<SiteSettings, "siteName">;
  },
  owner: Pick<UserRow, "username" | "fullName" | "companyId" | "confirmedAt">,
  event: NoticeKind,
): Promise<void> {
  const notice: AccountNotice = {
    username: owner.username,
    ...namesInMail(owner, { company: hostCompany, siteName: site.siteName }),
    event,
    at: new Date().toISOString(),
    origin,
    isConfirmed: owner.confirmedAt !== null,
  };
  await db.all(enqueueJob, { task: ACCOUNT_NOTICE_TASK, payload: JSON.stringify(notice) });
}

/** Returns the mail of a job. */
export function accountNoticeMail(payload: unknown): AccountMail {
  const { username: to, event, at, origin, isConfirmed, ...names } = AccountNotice.parse(payload);
  const budget = isConfirmed ? "notices" : "strangers";
  return composeMail({ to, names, origin, budget }, (portalName) =>
    NOTICES[event]({ portalName, at }),
  );
}
