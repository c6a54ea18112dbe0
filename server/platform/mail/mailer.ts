import type { Readable } from "node:stream";
import type { PluginFunction, SendMailOptions } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { DkimOptions } from "./dkimKey.ts";
import { readDkimKey } from "./dkimKey.ts";
import { mailLine } from "./mailLine.ts";

/** A mail in plain text, and in HTML if `html` is given. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /**
   * The sender's name before the e-mail address of `MAIL_FROM`; undefined means the name of
   * `MAIL_FROM`.
   */
  fromName?: string;
  /** The Message-ID in angle brackets; undefined means a random Message-ID. */
  messageId?: string;
  /** Additional headers. Their values may contain text of users. */
  headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail, with the server's response if there is a
   * server.
   * @param signal aborts an attempt that takes too long; by default, after one minute
   * @throws if the mail server has not accepted the mail. The error has `isContentStarted` if the
   * server has possibly received a part of the mail, and `isContentSent` if it has possibly
   * received the whole mail
   */
  send(mail: Mail, signal?: AbortSignal): Promise<string | void>;
  /**
   * Connects to the mail server and logs in.
   * @throws if the mail server cannot be used
   */
  verify?(): Promise<void>;
  close(): void;
}

/** Timeout of connecting and of the greeting of the mail server, in milliseconds. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Maximum milliseconds to wait for a response of the mail server. Some servers check the content
 * for minutes before they accept a mail: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2
 */
const RESPONSE_TIMEOUT_MS = 5 * 60_000;

/**
 * Milliseconds after which sending a mail without a signal, such as an account mail, is aborted.
 */
export const SEND_TIMEOUT_MS = 60_000;

/** The settings of a process's connections to the mail server. */
const POOL = {
  pool: true,
  maxConnections: 5,
  /** Maximum number of mails over one connection, below the limits of common mail servers. */
  maxMessages: 50,
  /**
   * Milliseconds after which an idle connection is closed. Mail servers wait longer, so no mail is
   * sent over a connection that the server has just closed.
   */
  idleTimeout: 10_000,
  // The pool never sends a mail again, because the caller decides about retries.
  maxRequeues: 0,
} as const;

/** Returns the address of a sender such as `Acme <hello@acme.example>`. */
export function addressOf(mailFrom: string): string {
  return /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
}

/**
 * Opens the mailer for `SMTP_URL`. Without `SMTP_URL`, mails are written to the log
 * (docs/product-decisions.md "Configuration (environment; `.env` is read)").
 * @throws StartError if the key for signatures cannot be used
 */
export function openMailer(config: Config, logger: Pick<Logger, "warn">): Mailer {
  const { smtpUrl, mailFrom } = config;
  const dkim = readDkimKey(config);
  if (smtpUrl === undefined) {
    return {
      send: async (mail) => {
        const { html: _, ...logged } = mail;
        logger.warn(
          { mail: { from: mailFrom, ...logged } },
          "SMTP_URL is not set: this mail is only logged",
        );
      },
      close: () => undefined,
    };
  }
  let opening: Promise<Transport> | undefined;
  const open = () => {
    opening ??= openTransport(smtpUrl, dkim).catch((error: unknown) => {
      // After a failure, the next mail tries to load nodemailer again.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    send: async (mail, signal = AbortSignal.timeout(SEND_TIMEOUT_MS)) => {
      const transport = await open();
      let content: Readable | undefined;
      const watched: WatchedOptions = {
        ...messageOf(mail, mailFrom),
        signal,
        onContent: (stream) => {
          content = stream;
        },
      };
      try {
        const { response } = await transport.sendMail(watched);
        return response;
      } catch (error) {
        const isContentStarted = content?.readableDidRead === true;
        const isContentSent = content?.readableEnded === true;
        throw error instanceof Error
          ? Object.assign(error, { isContentStarted, isContentSent })
          : error;
      }
    },
    verify: async () => {
      const transport = await open();
      await transport.verify();
    },
    close: () => {
      opening?.then(
        // `force` also closes connections that wait for a response.
        (transport) => transport.close({ force: true }),
        () => undefined,
      );
    },
  };
}

/**
 * Converts a mail to nodemailer's options. E-mail addresses are passed as objects and in an
 * explicit envelope, so that no text of a user is parsed as an address.
 */
export function messageOf(
  { to, subject, text, html, fromName, messageId, headers }: Mail,
  mailFrom: string,
) {
  const address = addressOf(mailFrom);
  return {
    from: fromName === undefined ? mailFrom : { name: mailLine(fromName), address },
    to: { name: "", address: to },
    envelope: { from: address, to: [to] },
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(messageId !== undefined && { messageId }),
    headers: { ...headers, "Auto-Submitted": "auto-generated" },
  };
}

type Transport = Awaited<ReturnType<typeof openTransport>>;

/**
 * Creates the pool of connections to the mail server. nodemailer is loaded only with the first
 * mail, to keep the start fast.
 */
async function openTransport(url: string, dkim: DkimOptions | undefined) {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ ...POOL, ...transportOptions(url, dkim) });
  transport.use("stream", watchContent);
  return transport;
}

interface WatchedOptions extends SendMailOptions {
  /** Called with the stream from which the connection reads the mail. */
  onContent?: (content: Readable) => void;
}

/**
 * Watches the stream from which the connection reads the mail, because nodemailer's errors do not
 * say how much of a mail was sent.
 */
const watchContent: PluginFunction = ({ data, message }, done) => {
  const { onContent }: WatchedOptions = data;
  const createReadStream = message.createReadStream.bind(message);
  message.createReadStream = (options) => {
    const content = createReadStream(options);
    onContent?.(content);
    return content;
  };
  done();
};

/** Options of all connections to the mail server. */
export function transportOptions(url: string, dkim: DkimOptions | undefined) {
  return {
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    ...(dkim && { dkim }),
    // Mails contain no files or URLs that nodemailer should read.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
