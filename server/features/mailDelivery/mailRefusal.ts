/** Why a mail was not accepted. */
export interface MailRefusal {
  /**
   * `outage`: the mail server is unreachable, or refuses this installation before it receives the
   * recipient's address. `interrupted`: the mail server closes the connection in response to this
   * mail or while it receives the mail, which may be a reaction to the mail or the start of an
   * outage. `uncertain`: the mail server received the whole mail and did not respond, so the mail
   * may have arrived. `temporary`: the mail server asks to try this mail again later. `permanent`:
   * the mail server refuses this mail, or the mailer cannot send it. `recipient`: the recipient's
   * address does not exist or accepts no mails.
   */
  readonly kind: "outage" | "interrupted" | "uncertain" | "temporary" | "permanent" | "recipient";
  /** The mail server's response, or a sentence that says why there is no response. */
  readonly response: string;
}

/** The properties of the mailer's errors. */
interface SmtpError {
  code?: string;
  /** The SMTP command that failed. */
  command?: string;
  responseCode?: number;
  response?: string;
  /** Whether the mail server may have received a part of the mail. */
  isContentStarted?: boolean;
  /** Whether the mail server may have received the whole mail. */
  isContentSent?: boolean;
}

/** Maximum number of stored characters of a response. */
const MAX_RESPONSE = 500;

/** Returns a response in the form in which it is stored: one line of limited length. */
export function responseLine(response: string): string {
  return response
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_RESPONSE);
}

/** Classifies an error from sending a mail (docs/decisions/0037-mail-delivery.md). */
export function judgeRefusal(error: unknown): MailRefusal {
  const smtp = error instanceof Error ? (error as Error & SmtpError) : {};
  const {
    code = "unknown",
    command = "",
    responseCode,
    response = "",
    isContentStarted,
    isContentSent,
  }: SmtpError = smtp;
  if (responseCode === undefined && isContentSent === true) {
    return {
      kind: "uncertain",
      response: `The mail server received the mail and did not respond (${code}). The mail may have arrived`,
    };
  }
  if (responseCode === undefined) {
    if (isContentStarted === true) {
      return {
        kind: "interrupted",
        response: `The mail server ended the connection within the mail (${code})`,
      };
    }
    // nodemailer rejects invalid addresses and mails before it contacts the mail server.
    const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
    const reason = isOfMail ? "The mail cannot be sent" : "The mail server does not respond";
    return { kind: isOfMail ? "permanent" : "outage", response: `${reason} (${code})` };
  }
  return { kind: kindOf(responseCode, command, response), response: responseLine(response) };
}

function kindOf(code: number, command: string, response: string): MailRefusal["kind"] {
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  if (!isAboutMail) return "outage";
  if (code === 421) return "interrupted";
  if (code < 500) return "temporary";
  return isAboutRecipient({ response, isToRecipient: command === "RCPT TO" })
    ? "recipient"
    : "permanent";
}

interface PermanentRefusal {
  /** An enhanced status code that a bounce report gives beside the response, such as 5.1.1. */
  status?: string | undefined;
  /** The mail server's response, such as "550 5.1.1 No such user". */
  response: string;
  /** Whether the response is known to be the one to the recipient's address. */
  isToRecipient: boolean;
}

/**
 * Enhanced status codes of errors of the recipient's address. Codes about the sender's address are
 * excluded.
 */
const RECIPIENT_STATUS = /^5\.(?:1\.(?![078]$)\d{1,3}|2\.1)$/;

/** Enhanced status codes without a specific reason. The text of the response gives the reason. */
const GENERIC_STATUS = /^5\.[0-6]\.0$/;

/** Words of a response that refuses this installation or the mail, and not the recipient. */
const POLICY = /relay|block|black|\blist|spam|policy|denied|authenti|sender|reputation/i;
const FULL = /quota|full|storage|exceed|too (?:large|big)/i;

/** Words of a response that says that the recipient's mailbox does not exist or is closed. */
const NO_MAILBOX =
  /\b(?:no such|unknown|invalid|(?:does not|doesn't|not) exist|not found|no mailbox|unrouteable|disabled|inactive|unavailable|not a (?:known|valid))\b/i;
const MAILBOX = /\b(?:user|mailbox|recipient|address|account|person|alias)\b/i;

/**
 * Whether a permanent refusal says that the recipient's address is wrong. The SMTP command alone
 * does not prove this, because many servers refuse an untrusted installation only in the response
 * to the recipient's address.
 */
export function isAboutRecipient({ status, response, isToRecipient }: PermanentRefusal): boolean {
  const [, code, inResponse] = /^\D{0,3}(\d{3})[ -](5\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
  const specific = [status, inResponse].find(
    (each) => each !== undefined && !GENERIC_STATUS.test(each),
  );
  if (specific !== undefined) return RECIPIENT_STATUS.test(specific);
  if (POLICY.test(response) || FULL.test(response)) return false;
  const saysSo = NO_MAILBOX.test(response) && MAILBOX.test(response);
  const isCodeOfMailbox = code !== undefined && ["550", "551", "553"].includes(code);
  // A response without an enhanced status code to the recipient's address is about the address.
  return isCodeOfMailbox && (saysSo || (isToRecipient && inResponse === undefined));
}
