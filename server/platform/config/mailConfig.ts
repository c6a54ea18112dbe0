import { resolve } from "node:path";
import * as z from "zod/mini";
import { ConfigError } from "./configError.ts";
import { flag, matching, token, url, wholeNumber } from "./variables.ts";

/** The environment variables about mail, validated and typed. */
export interface MailConfig {
  /** URL of the mail server; undefined means that mails are written to the log. */
  smtpUrl?: string;
  mailFrom: string;
  /**
   * Whether accounts must confirm their e-mail address before they can, for example, submit items,
   * vote or comment (docs/product-decisions.md "Accounts, sessions, privacy").
   */
  requireConfirmedEmail: boolean;
  /**
   * Seconds for which an immediate mail waits, so that events of one item are combined in one mail.
   */
  notifyDelaySeconds: number;
  /** Maximum number of notification mails per minute, for all processes together. */
  mailsPerMinute: number;
  /** The DKIM key and names for signing mails; undefined means that mails are not signed. */
  dkim?: DkimConfig;
  /** Bearer token for bounce reports; undefined means that no bounce reports are accepted. */
  bounceToken?: string;
}

export interface DkimConfig {
  /** The signing domain, which is the signature's tag `d=`. */
  domain: string;
  /** The name of the key in the DNS, which is the signature's tag `s=`. */
  selector: string;
  /** Absolute path of the private RSA key in PEM format. */
  keyFile: string;
}

const MAIL_FROM = /^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const DNS_NAME = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?)*$/i;

const dnsName = (accepts: string) =>
  matching(accepts, (value) => value.length <= 253 && DNS_NAME.test(value));

export const mailVariables = {
  SMTP_URL: z.optional(url("a URL of the form smtps://user:password@host", ["smtp:", "smtps:"])),
  MAIL_FROM: z.optional(
    matching("an e-mail address, or a name and <address>", (value) => MAIL_FROM.test(value)),
  ),
  REQUIRE_CONFIRMED_EMAIL: z.optional(flag()),
  NOTIFY_DELAY: z._default(wholeNumber(0, 86_400, " (seconds)"), 300),
  MAIL_RATE: z._default(wholeNumber(1, 1_000_000, " (mails a minute)"), 600),
  DKIM_DOMAIN: z.optional(dnsName("a domain such as example.com")),
  DKIM_SELECTOR: z.optional(dnsName("the name of a key in the DNS, such as hearback")),
  DKIM_KEY_FILE: z.optional(matching("the path of a file", (value) => !value.includes("\0"))),
  BOUNCE_TOKEN: z.optional(token()),
};

const mailEnvironment = z.object({
  ...mailVariables,
  PROVIDER_NAME: z.string(),
  BASE_DOMAIN: z.string(),
});

/**
 * Applies the defaults and checks that variables that depend on each other are set together.
 * @param folder base of a relative `DKIM_KEY_FILE`
 * @throws ConfigError
 */
export function mailConfigOf(values: z.output<typeof mailEnvironment>, folder: string): MailConfig {
  return {
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.PROVIDER_NAME} <no-reply@${values.BASE_DOMAIN}>`,
    requireConfirmedEmail: values.REQUIRE_CONFIRMED_EMAIL ?? values.SMTP_URL !== undefined,
    notifyDelaySeconds: values.NOTIFY_DELAY,
    mailsPerMinute: values.MAIL_RATE,
    dkim: dkimConfigOf(values, folder),
    bounceToken: values.BOUNCE_TOKEN,
  };
}

function dkimConfigOf(
  values: z.output<typeof mailEnvironment>,
  folder: string,
): DkimConfig | undefined {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: keyFile } = values;
  if (domain !== undefined && selector !== undefined && keyFile !== undefined)
    return { domain, selector, keyFile: resolve(folder, keyFile) };
  if (domain !== undefined || selector !== undefined || keyFile !== undefined)
    throw new ConfigError(
      "DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE must be set together, or none of them.",
    );
  return undefined;
}
