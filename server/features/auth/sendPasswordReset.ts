import * as z from "zod/mini";
import type { Db } from "#server/platform/db/database.ts";
import { mailLine } from "#server/platform/mail/mailLine.ts";
import type { Mail, Mailer } from "#server/platform/mail/mailer.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { RESET_MINUTES, replacePasswordReset } from "./passwordReset.queries.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";

/** Name of the job in the queue. */
export const PASSWORD_RESET_TASK = "sendPasswordReset";

/** Payload of the job. It holds no token: only hashes of tokens are stored. */
const PasswordResetRequest = z.object({
  username: z.string(),
  /** Origin of the portal where the link was requested: see `RequestContext.origin`. */
  origin: z.string(),
  portalName: z.string(),
});
export type PasswordResetRequest = z.output<typeof PasswordResetRequest>;

/**
 * Mails a reset link to the user with this address. Does nothing for an unknown address or an
 * inactive account.
 */
export async function sendPasswordReset(
  db: Db,
  mailer: Pick<Mailer, "send">,
  payload: unknown,
): Promise<void> {
  const request = PasswordResetRequest.parse(payload);
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
