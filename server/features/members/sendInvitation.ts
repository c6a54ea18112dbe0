import * as z from "zod/mini";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { Db } from "#server/platform/db/database.ts";
import { composeMail } from "#server/platform/mail/composeMail.ts";
import type { AccountMailer } from "#server/platform/mail/limitMails.ts";
import type { MailText } from "#server/platform/mail/mails.ts";
import { INVITATION_DAYS, replaceMailToken } from "./invitations.queries.ts";

/** Name of the job in the queue. */
export const INVITATION_TASK = "sendInvitation";

/** Payload of the job. It contains no token, because tokens are stored only as hashes. */
const InvitationMail = z.object({
  companyId: z.number(),
  invitationId: z.number(),
  /** Origin of the company's portal. */
  origin: z.string(),
  siteName: z.string(),
});
export type InvitationMail = z.output<typeof InvitationMail>;

/**
 * Mails a new link to the invited address, unless the invitation was accepted or withdrawn or has
 * expired meanwhile. The mail contains no name that a stranger has chosen, because anybody can open
 * a company and invite any address (docs/decisions/0030-confirmed-addresses.md).
 */
export async function sendInvitation(
  db: Db,
  mailer: AccountMailer,
  payload: unknown,
): Promise<void> {
  const { companyId, invitationId, origin, siteName } = InvitationMail.parse(payload);
  const token = newSessionToken();
  const saved = await db.first(replaceMailToken, {
    companyId,
    invitationId,
    tokenHash: hashToken(token),
  });
  if (!saved) return;
  const frame = {
    to: saved.username,
    origin,
    names: { fullName: null, portalName: siteName },
    budget: "invitations",
  } as const;
  const link = `${origin}/invitation?token=${token}`;
  await mailer.send(composeMail(frame, (portalName) => invitationText(portalName, origin, link)));
}

function invitationText(portalName: string, origin: string, link: string): MailText {
  const { host } = new URL(origin);
  return {
    subject: `You are invited to ${host}`,
    text: `an admin of the feedback portal ${host} at ${portalName} has invited you to join it with this address.
To accept, open this address within ${String(INVITATION_DAYS)} days:

${link}

It works once and only for you. If you do not know the portal, you need not do anything: without the link nobody
can join with your address.`,
  };
}
