import type { RawBody } from "#contract/endpoint.ts";

/** What a report says about one recipient. */
export interface BouncedRecipient {
  readonly address: string;
  /** One of the actions `failed`, `delayed`, `delivered`, `relayed` and `expanded`. */
  readonly action: string;
  /** An enhanced status code such as 5.1.1. */
  readonly status: string;
  /** The response of the recipient's mail server; empty if the report has none. */
  readonly diagnostic: string;
}

/**
 * Maximum number of recipients that are read from one report. A report about a mail of the portal
 * has one recipient.
 */
const MAX_RECIPIENTS = 100;

/**
 * Parses a delivery status notification: https://www.rfc-editor.org/rfc/rfc3464 Returns null if the
 * body is no such notification or names no recipient.
 */
export async function parseBounceReport(body: RawBody): Promise<BouncedRecipient[] | null> {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(mailOf(body)).catch(() => null);
  const part = mail?.attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  if (!part) return null;
  const { content } = part;
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  const recipients = text
    .split(/\r?\n[ \t]*\r?\n/)
    .flatMap((group) => recipientOf(fieldsOf(group)) ?? [])
    .slice(0, MAX_RECIPIENTS);
  return recipients.length > 0 ? recipients : null;
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
 * Returns what a group of fields says about a recipient; null if the group is about no recipient.
 * The original recipient is preferred, because the portal sent the mail to that address. The final
 * recipient may be an address to which the mailbox forwards mails.
 */
function recipientOf(fields: Map<string, string>): BouncedRecipient | null {
  const recipient = fields.get("original-recipient") ?? fields.get("final-recipient");
  const address = /^(?:rfc822|utf-8)\s*;\s*<?([^\s<>;]+@[^\s<>;]+?)>?$/i.exec(recipient ?? "")?.[1];
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0];
  const action = fields.get("action")?.toLowerCase();
  if (address === undefined || status === undefined || action === undefined) return null;
  const diagnostic = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/, "");
  return { address, action, status, diagnostic };
}
