import { mailLine } from "./mailLine.ts";
import type { AccountMail, MailBudget } from "./limitMails.ts";
import type { MailText } from "./mails.ts";
import type { MailNames } from "./namesInMail.ts";

interface Frame {
  /** The recipient's e-mail address. */
  readonly to: string;
  readonly names: MailNames;
  /** The portal's origin; see `RequestContext.origin`. */
  readonly origin: string;
  readonly budget: MailBudget;
}

/** Composes a mail with greeting and signature. `write` receives the portal's name as one line. */
export function composeMail(
  { to, names, origin, budget }: Frame,
  write: (portalName: string) => MailText,
): AccountMail {
  const portalName = mailLine(names.portalName);
  const { subject, text } = write(portalName);
  const greeting = names.fullName === null ? "Hello" : `Hello ${mailLine(names.fullName)}`;
  return { budget, to, subject, text: `${greeting},\n\n${text}\n\n${portalName}\n${origin}\n` };
}
