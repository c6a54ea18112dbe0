import type { Logger } from "pino";
import type { Transporter } from "nodemailer";
import type { Config } from "#server/platform/config/config.ts";

/** A mail in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Settled once the mail server has taken it. @throws when it has not, to be tried again */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Milliseconds that a mail server may take to answer. */
const PATIENCE = 15_000;

/** Sends through `SMTP_URL`; without one the whole mail goes to the log (DECISIONS "Configuration"). */
export function openMailer({ smtpUrl, mailFrom }: Config, logger: Pick<Logger, "warn">): Mailer {
  if (smtpUrl === undefined) {
    return {
      send: async (mail) =>
        logger.warn({ mail: { from: mailFrom, ...mail } }, "a mail: SMTP_URL is not set"),
      close: () => undefined,
    };
  }
  let opening: Promise<Transporter> | undefined;
  return {
    send: async (mail) => {
      opening ??= openTransport(smtpUrl).catch((error: unknown) => {
        // The next mail tries again.
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

/** Loaded with the first mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // No mail of ours has a file or an address in it that is to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
