import PostalMime from "postal-mime";
import type { RawBody } from "#contract/endpoint.ts";

// This file is a thread of its own (`readBounceReport.ts`), because the mail parser is not linear.

/** A delivery status notification. */
export interface BounceReport {
  readonly recipients: readonly BouncedRecipient[];
  /** The Message-ID of the mail that the report returns; null if it returns no mail. */
  readonly messageId: string | null;
}

/** What a report says about one recipient. */
interface BouncedRecipient {
  /** The action in lower case, such as `failed`, `delayed` or `delivered`. */
  readonly action: string;
  /** An enhanced status code such as 5.1.1; undefined if the report gives none or no valid one. */
  readonly status: string | undefined;
  /** The response of the recipient's mail server; empty if the report has none. */
  readonly diagnostic: string;
}

/**
 * Maximum number of recipients that are read from one report. A report about a mail of the portal
 * has one recipient.
 */
const MAX_RECIPIENTS = 100;

/**
 * Parses a delivery status notification (https://www.rfc-editor.org/rfc/rfc3464). Returns null if
 * the body is no such notification or contains no recipient.
 */
export default async function parseBounceReport(body: RawBody): Promise<BounceReport | null> {
  const options = { forceRfc822Attachments: true };
  const mail = await PostalMime.parse(mailOf(body), options).catch(() => null);
  const textOf = (...types: string[]) => {
    const part = mail?.attachments.find(({ mimeType }) => types.includes(mimeType));
    if (!part) return null;
    const { content } = part;
    return typeof content === "string" ? content : new TextDecoder().decode(content);
  };
  const status = textOf("message/delivery-status", "message/global-delivery-status");
  if (status === null) return null;
  const recipients = status
    .split(/\r?\n[ \t]*\r?\n/)
    .flatMap((group) => recipientOf(fieldsOf(group)) ?? [])
    .slice(0, MAX_RECIPIENTS);
  if (recipients.length === 0) return null;
  const returned = textOf(
    "message/rfc822",
    "message/global",
    "text/rfc822-headers",
    "message/global-headers",
  );
  const headers = returned?.split(/\r?\n\r?\n/, 1)[0] ?? "";
  return { recipients, messageId: fieldsOf(headers).get("message-id") ?? null };
}

/**
 * Returns the body as a mail. If a multipart body lacks the mail's headers, adds the content type
 * of the HTTP request.
 */
function mailOf({ contentType, content }: RawBody): Uint8Array {
  const isBare = contentType.startsWith("multipart/") && content[0] === "-".charCodeAt(0);
  if (!isBare) return content;
  return Buffer.concat([Buffer.from(`Content-Type: ${contentType}\r\n\r\n`), content]);
}

/** Returns the fields of one group of lines, by their names in lower case. */
function fieldsOf(group: string): Map<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/**
 * Returns what a group of fields says about a recipient; null if the group names no e-mail address
 * or no action.
 */
function recipientOf(fields: Map<string, string>): BouncedRecipient | null {
  const recipient = fields.get("original-recipient") ?? fields.get("final-recipient") ?? "";
  const action = withoutComments(fields.get("action") ?? "").toLowerCase();
  if (!isEmailAddress(withoutComments(recipient)) || action === "") return null;
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(withoutComments(fields.get("status") ?? ""))?.[0];
  const diagnostic = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]{1,40}\s*;\s*/, "");
  return { action, status, diagnostic };
}

const withoutComments = (value: string) => value.replaceAll(/\([^()]*\)/g, " ").trim();

/** Whether the value is an e-mail address, with or without its type and angle brackets. */
function isEmailAddress(value: string): boolean {
  const [type, address] = value.includes(";") ? value.split(";", 2) : ["rfc822", value];
  const bare = (address ?? "").trim().replace(/^</, "").replace(/>$/, "");
  return /^(?:rfc822|utf-8)$/i.test(type?.trim() ?? "") && /^\S+$/.test(bare) && bare.includes("@");
}
