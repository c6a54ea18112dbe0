import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { email } from "#contract/fields.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Db } from "#server/platform/db/database.ts";
import { composeMail } from "#server/platform/mail/composeMail.ts";
import type { AccountMailer } from "#server/platform/mail/limitMails.ts";
import type { MailText } from "#server/platform/mail/mails.ts";
import { namesInMail } from "#server/platform/mail/namesInMail.ts";
import { LOGIN_CODE_MINUTES, saveLoginCode } from "./loginCode.queries.ts";
import { newMailedCode } from "./mailedCode.ts";
import { hashCode } from "./password.ts";

/** Name of the job in the queue. */
export const LOGIN_CODE_TASK = "sendLoginCode";

/** Payload of the job. It contains neither code nor token, because they are stored only as hashes. */
const LoginMailRequest = z.object({
  /** SHA-256 of the token of the browser that asked, in base64url. */
  browser: z.string(),
  /** The address as it was typed. */
  username: z.string(),
  /** Whether who asked is logged in to the account. Absent in jobs of the previous version. */
  isProof: z.optional(z.boolean()),
  /** Whether an address without an account gets a mail, because it can sign up. */
  admitsNewPeople: z.boolean(),
  /** Origin of the portal: see `RequestContext.origin`. */
  origin: z.string(),
  /** The company of the portal; null on the product's own host. */
  company: z.nullable(z.object({ id: z.number(), name: z.string() })),
  siteName: z.string(),
});
export type LoginMailRequest = z.output<typeof LoginMailRequest>;

/**
 * Mails a code and a link to log in with. Does nothing for an inactive account, for an unknown
 * address that cannot sign up, and if the browser has requested another code meanwhile.
 */
export async function sendLoginCode(
  db: Db,
  mailer: AccountMailer,
  payload: unknown,
): Promise<void> {
  const { browser, username, isProof, admitsNewPeople, origin, company, siteName } =
    LoginMailRequest.parse(payload);
  const user = await db.first(findUserByUsername, { usernameKey: usernameKey(username) });
  const newAddress = admitsNewPeople ? email.safeParse(username).data : undefined;
  // The stored address of an account, because a typed one can differ from it in case.
  const to = user ? user.username : newAddress;
  if (to === undefined || user?.isActive === false) return;
  const code = newMailedCode();
  const token = newSessionToken();
  const salt = randomBytes(16);
  const codeHash = await hashCode(code, salt);
  const browserHash = Buffer.from(browser, "base64url");
  const saved = { browserHash, salt, codeHash, linkHash: hashToken(token) };
  if (!(await db.first(saveLoginCode, saved))) return;
  const recipient = user ?? { fullName: null, companyId: null, confirmedAt: null };
  const names = namesInMail(recipient, { company, siteName });
  const budget = recipient.confirmedAt === null ? "strangers" : "account";
  const link = `${origin}/login/link/${token}`;
  await mailer.send(
    composeMail({ to, origin, names, budget }, (portalName) =>
      isProof ? proofText(portalName, code) : loginCodeText(portalName, code, link),
    ),
  );
}

function loginCodeText(portalName: string, code: string, link: string): MailText {
  return {
    subject: `Your code to log in at ${portalName}`,
    text: `somebody, probably you, wants to log in at ${portalName} with this address. Enter this code there:

${code}

Or open this address and press the button:

${link}

Code and link work once, for ${String(LOGIN_CODE_MINUTES)} minutes. Give them to nobody: whoever has them can log in as you.
If it was not you who asked, you need not do anything.`,
  };
}

/** It contains no link, because the proof counts only for the session that has asked. */
function proofText(portalName: string, code: string): MailText {
  return {
    subject: `Your code to prove who you are at ${portalName}`,
    text: `somebody, probably you, is logged in to your account at ${portalName} and wants to do something that only you may,
such as deleting the account. Enter this code there:

${code}

The code works once, for ${String(LOGIN_CODE_MINUTES)} minutes. Give it to nobody: whoever has it can delete your account or
change how you log in. If it was not you who asked, somebody else is logged in to your account. Log
in and end the other sessions in your user settings.`,
  };
}
