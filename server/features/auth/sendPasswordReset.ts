import * as z from "zod/mini";
import type { Db } from "#server/platform/db/database.ts";
import { mailLine } from "#server/platform/mail/mailLine.ts";
import type { Mail, Mailer } from "#server/platform/mail/mailer.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { RESET_MINUTES, replacePasswordReset } from "./passwordReset.queries.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";

/** The queue's name for it. */
export const PASSWORD_RESET_TASK = "sendPasswordReset";

/** What waits in the queue: no token, so that none is ever stored but by its hash. */
const PasswordResetRequest = z.object({
  username: z.string(),
  /** Where the portal is that was asked, as `RequestContext.origin` says it. */
  origin: z.string(),
  portalName: z.string(),
});
export type PasswordResetRequest = z.output<typeof PasswordResetRequest>;

/** Mails a link to whoever the address belongs to; for an unknown address, or a closed account, nothing happens. */
export async function sendPasswordReset(
  db: Db,
  mailer: Pick<Mailer, "send">,
  payload: unknown,
): Promise<void> {
  const request = PasswordResetRequest.parse(payload);
  const user = await db.first(findUserByUsername, { username: request.username });
  if (!user) return;
  const token = newSessionToken();
  const { id: userId, username } = user;
  const made = await db.first(replacePasswordReset, {
    userId,
    username,
    tokenHash: hashToken(token),
  });
  if (!made) return;
  await mailer.send(passwordResetMail(user, request, token));
}

function passwordResetMail(
  { username, fullName }: { username: string; fullName: string | null },
  { origin, portalName }: PasswordResetRequest,
  token: string,
): Mail {
  const portal = mailLine(portalName);
  return {
    to: username,
    subject: `Choose a new password for ${portal}`,
    text: `Hello${fullName === null ? "" : ` ${mailLine(fullName)}`},

someone has asked for a new password for your account at ${portal}.
To choose one, open this address within ${String(RESET_MINUTES)} minutes:

${origin}/reset-password?token=${token}

It works once. If it was not you who asked, you need not do anything: your password stays as it is.

${portal}
${origin}
`,
  };
}
