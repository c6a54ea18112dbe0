import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Db } from "#server/platform/db/database.ts";
import { composeMail } from "#server/platform/mail/composeMail.ts";
import type { AccountMailer } from "#server/platform/mail/limitMails.ts";
import type { MailText } from "#server/platform/mail/mails.ts";
import { namesInMail } from "#server/platform/mail/namesInMail.ts";
import { MERGE_MINUTES, saveMergeCode } from "./accountMerge.queries.ts";
import { newMailedCode } from "./mailedCode.ts";
import { hashCode } from "./password.ts";

/** Name of the job in the queue. */
export const MERGE_CODE_TASK = "sendMergeCode";

/** Payload of the job. It contains no code, because codes are stored only as hashes. */
const MergeMailRequest = z.object({
  /** The hash of the session that asked, and the salt that identifies its request, in base64url. */
  session: z.string(),
  salt: z.string(),
  /** The address as it was typed. */
  username: z.string(),
  /** Origin of the portal: see `RequestContext.origin`. */
  origin: z.string(),
  /** The company of the portal; null on the product's own host. */
  company: z.nullable(z.object({ id: z.number(), name: z.string() })),
  siteName: z.string(),
});
export type MergeMailRequest = z.output<typeof MergeMailRequest>;

/**
 * Mails a code that proves an account for a merge. Does nothing without an active account, and if the
 * session has requested another code meanwhile.
 */
export async function sendMergeCode(
  db: Db,
  mailer: AccountMailer,
  payload: unknown,
): Promise<void> {
  const { session, salt: former, username, ...portal } = MergeMailRequest.parse(payload);
  const { origin, company, siteName } = portal;
  const user = await db.first(findUserByUsername, { usernameKey: usernameKey(username) });
  if (!user?.isActive) return;
  const code = newMailedCode();
  const salt = randomBytes(16);
  const codeHash = await hashCode(code, salt);
  const sessionHash = Buffer.from(session, "base64url");
  const formerSalt = Buffer.from(former, "base64url");
  if (!(await db.first(saveMergeCode, { sessionHash, formerSalt, salt, codeHash }))) return;
  const names = namesInMail(user, { company, siteName });
  const budget = user.confirmedAt === null ? "strangers" : "account";
  const frame = { to: user.username, origin, names, budget } as const;
  await mailer.send(composeMail(frame, (portalName) => mergeCodeText(portalName, code)));
}

function mergeCodeText(portalName: string, code: string): MailText {
  return {
    subject: `Your code to merge your account at ${portalName}`,
    text: `somebody, probably you, wants to merge your account at ${portalName} into another one. If it is you, enter
this code there:

${code}

The code works once, for ${String(MERGE_MINUTES)} minutes. Give it to nobody: whoever has it can take over what you have
written, and your account is deleted then. If it was not you who asked, you need not do anything.`,
  };
}
