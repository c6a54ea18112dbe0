import { createTransport } from "nodemailer";
import { notificationMessage } from "#server/features/mailDelivery/notificationMessage.ts";
import type { Config } from "#server/platform/config/config.ts";
import { readDkimKey } from "#server/platform/mail/dkimKey.ts";
import { SEND_TIMEOUT_MS, messageOf, transportOptions } from "#server/platform/mail/mailer.ts";

/** An entry of nodemailer's log. */
interface LogEntry {
  /** `server` or `client` for a line of the protocol; `smtp`, `network` or `dns` for an event. */
  tnx?: string;
}

/**
 * Sends a mail with the headers and signature of a notification, and prints the mail server's
 * response to each step. Passwords are never printed.
 * @returns a sentence that says why the mail was not accepted; null if the mail was accepted
 */
export async function checkMail(
  config: Config,
  address: string,
  print: (line: string) => void,
): Promise<string | null> {
  const { smtpUrl, mailFrom, dkim } = config;
  if (smtpUrl === undefined) return "Set SMTP_URL first. Without it, mails are only logged.";
  const { hostname, port, protocol } = new URL(smtpUrl);
  print(`Mail server: ${protocol}//${hostname}${port && `:${port}`}`);
  print(dkim ? `DKIM: on, d=${dkim.domain} s=${dkim.selector}` : "DKIM: off");
  const transport = createTransport({
    ...transportOptions(smtpUrl, readDkimKey(config)),
    debug: true,
    logger: protocolLogger(print),
  });
  try {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    await transport.sendMail({ ...messageOf(testMail(config, address), mailFrom), signal });
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    transport.close();
  }
}

/** An unsubscribe token that belongs to no account. */
const NO_TOKEN = "00000000-0000-0000-0000-000000000000";

function testMail({ baseDomain, mailFrom }: Config, to: string) {
  const text =
    "This mail was sent by npm run mail:check. Your mail program should show a valid DKIM signature if DKIM is on.";
  return notificationMessage(
    {
      to,
      fromName: "Hearback",
      subject: "Hearback: a test of the mail server",
      text,
      html: `<p>${text}</p>`,
      unsubscribeUrl: `https://${baseDomain}/unsubscribe/${NO_TOKEN}`,
      unsubscribeToken: NO_TOKEN,
    },
    {
      companyId: 0,
      id: 0,
      kind: "immediate",
      feedbackId: null,
    },
    mailFrom,
  );
}

/** Creates a logger that prints each response of the server with the name of its step. */
function protocolLogger(print: (line: string) => void) {
  const steps = ["Greeting"];
  const log = (entry: LogEntry, message: string, ...values: unknown[]) => {
    const text = values.reduce<string>(
      (line, value) => line.replace(/%[sd]/, String(value)),
      message,
    );
    if (entry.tnx === "client") steps.push(stepOf(text));
    else if (entry.tnx === "server") print(`${steps.shift() ?? "Content"}: ${lastLine(text)}`);
    else if (/Secure|upgraded|established to/.test(text)) print(`Connection: ${text}`);
  };
  return {
    level: () => undefined,
    trace: log,
    debug: log,
    info: log,
    warn: log,
    error: log,
    fatal: log,
  };
}

/**
 * Returns the name of the step that a line from the client begins. Any line that is not a known
 * command is part of a login.
 */
function stepOf(line: string): string {
  return /^(?:EHLO|HELO|STARTTLS|MAIL FROM|RCPT TO|DATA|QUIT|RSET)/i.exec(line)?.[0] ?? "AUTH";
}

const lastLine = (response: string) => response.trim().split(/\r?\n/).at(-1) ?? "";

/** Sentences that say what failed, by nodemailer's error code or by the refused SMTP command. */
const REASONS: Readonly<Record<string, string>> = {
  EDNS: "The name of the mail server was not found.",
  ETLS: "The encrypted connection to the mail server failed.",
  EAUTH: "The mail server refused the user name or password.",
  ETIMEDOUT: "The mail server did not respond in time.",
  "MAIL FROM": "The mail server refused the sender's address of MAIL_FROM.",
  "RCPT TO": "The mail server refused the recipient's address.",
  DATA: "The mail server refused the mail.",
};

function reasonOf(error: unknown): string {
  const { code = "", command = "", response = "" } = error as Partial<Record<string, string>>;
  const reason = REASONS[code] ?? REASONS[command] ?? "The mail server cannot be reached.";
  return response === "" ? reason : `${reason} It responded: ${lastLine(response)}`;
}
