import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import type { Db } from "#server/platform/db/database.ts";
import { composeMail } from "#server/platform/mail/composeMail.ts";
import type { AccountMailer } from "#server/platform/mail/limitMails.ts";
import type { MailText } from "#server/platform/mail/mails.ts";
import { CONFIRMATION_MINUTES, replaceConfirmation } from "./confirmEmail.queries.ts";
import { newMailedCode } from "./mailedCode.ts";
import { hashCode } from "./password.ts";

/** Name of the job in the queue. */
export const CONFIRMATION_TASK = "sendConfirmation";

/** Payload of the job. It contains no code, because codes are stored only as hashes. */
const ConfirmationRequest = z.object({
  userId: z.number(),
  /** The e-mail address to confirm. */
  username: z.string(),
  /** Origin of the portal where the user is signed in: see `RequestContext.origin`. */
  origin: z.string(),
  siteName: z.string(),
});
export type ConfirmationRequest = z.output<typeof ConfirmationRequest>;

/**
 * Mails a new code to an account's address, unless the address was confirmed or changed meanwhile.
 */
export async function sendConfirmation(
  db: Db,
  mailer: AccountMailer,
  payload: unknown,
): Promise<void> {
  const { userId, username, origin, siteName } = ConfirmationRequest.parse(payload);
  const code = newMailedCode();
  const salt = randomBytes(16);
  const codeHash = await hashCode(code, salt);
  if (!(await db.first(replaceConfirmation, { userId, username, salt, codeHash }))) return;
  const names = { fullName: null, portalName: siteName };
  const frame = { to: username, origin, names, budget: "strangers" } as const;
  const link = `${origin}/confirm-email?code=${code}`;
  await mailer.send(composeMail(frame, (portalName) => confirmationText(portalName, code, link)));
}

function confirmationText(portalName: string, code: string, link: string): MailText {
  return {
    subject: `Confirm your email address at ${portalName}`,
    text: `someone has an account at ${portalName} with this address. If it is yours, enter this code there:

${code}

Or open this address and press the button. You have to be logged in:

${link}

The code works for ${String(CONFIRMATION_MINUTES)} minutes. If the account is not yours, give the code to nobody. You need
not do anything: without the code nobody can write there in your name.`,
  };
}
