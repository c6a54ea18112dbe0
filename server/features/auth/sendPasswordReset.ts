import * as z from "zod/mini";
import type { Db } from "#server/platform/db/database.ts";
import { composeMail } from "#server/platform/mail/composeMail.ts";
import type { AccountMailer } from "#server/platform/mail/limitMails.ts";
import type { MailText } from "#server/platform/mail/mails.ts";
import { namesInMail } from "#server/platform/mail/namesInMail.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { RESET_MINUTES, replacePasswordReset } from "./passwordReset.queries.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";

/** Name of the job in the queue. */
export const PASSWORD_RESET_TASK = "sendPasswordReset";

/** Payload of the job. It contains no token, because tokens are stored only as hashes. */
const PasswordResetJob = z.object({
  username: z.string(),
  /** Origin of the portal where the link was requested: see `RequestContext.origin`. */
  origin: z.string(),
  /** The company of the portal where the link was requested; null on the product's own host. */
  company: z._default(z.nullable(z.object({ id: z.number(), name: z.string() })), null),
  /** The site's name. */
  portalName: z.string(),
});
export type PasswordResetJob = z.output<typeof PasswordResetJob>;

/**
 * Mails a reset link to the user with this e-mail address. Does nothing for an unknown address or
 * an inactive account.
 */
export async function sendPasswordReset(
  db: Db,
  mailer: AccountMailer,
  payload: unknown,
): Promise<void> {
  const request = PasswordResetJob.parse(payload);
  const user = await db.first(findUserByUsername, {
    usernameKey: usernameKey(request.username),
  });
  if (!user) return;
  const token = newSessionToken();
  const { id: userId, username } = user;
  const made = await db.first(replacePasswordReset, {
    userId,
    username,
    tokenHash: hashToken(token),
  });
  if (!made) return;
  const { origin, company, portalName: siteName } = request;
  const names = namesInMail(user, { company, siteName });
  const budget = user.confirmedAt === null ? "strangers" : "account";
  const frame = { to: username, origin, names, budget } as const;
  const link = `${origin}/reset-password?token=${token}`;
  await mailer.send(composeMail(frame, (portalName) => passwordResetText(portalName, link)));
}

function passwordResetText(portalName: string, link: string): MailText {
  return {
    subject: `Choose a new password for ${portalName}`,
    text: `someone has asked for a new password for your account at ${portalName}.
To choose one, open this address within ${String(RESET_MINUTES)} minutes:

${link}

It works once. If it was not you who asked, you need not do anything: your password stays as it is.`,
  };
}
