import type { Logger } from "pino";
import type { Transporter } from "nodemailer";
import type { Config } from "#server/platform/config/config.ts";

/** A plain-text mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws if the mail server has not accepted the mail; the job is then retried
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * Timeout of each connection step and of an idle connection to the mail server, in milliseconds.
 */
const TIMEOUT_MS = 15_000;

/**
 * Opens the mailer for `SMTP_URL`. Without `SMTP_URL`, mails are written to the log
 * (docs/product-decisions.md "Configuration (environment; `.env` is read)").
 */
export function openMailer({ smtpUrl, mailFrom }: Config, logger: Pick<Logger, "warn">): Mailer {
  if (smtpUrl === undefined) {
    return {
      send: async (mail) =>
        logger.warn(
          { mail: { from: mailFrom, ...mail } },
          "SMTP_URL is not set: this mail is only logged",
        ),
      close: () => undefined,
    };
  }
  let opening: Promise<Transporter> | undefined;
  return {
    send: async (mail) => {
      opening ??= openTransport(smtpUrl).catch((error: unknown) => {
        // The next mail tries to connect again.
        opening = undefined;
        throw error;
      });
      const transport = await opening;
      await transport.sendMail({
        from: mailFrom,
        ...mail,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => {
      opening?.then(
        (transport) => transport.close(),
        () => undefined,
      );
    },
  };
}

/** nodemailer is loaded with the first mail, to keep the start fast. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails contain no files or URLs that nodemailer should read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
