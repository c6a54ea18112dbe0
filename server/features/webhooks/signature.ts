import { createHmac, randomBytes } from "node:crypto";

/** How secrets begin when they are shown, as Standard Webhooks says. */
const PREFIX = "whsec_";

export const newSecret = (): Buffer => randomBytes(32);

export const shownSecret = (secret: Buffer): string => `${PREFIX}${secret.toString("base64")}`;

/**
 * Returns the headers with which a receiver verifies a message (https://www.standardwebhooks.com).
 * Each secret adds a signature.
 * @param at the time of the attempt, in milliseconds since 1970
 */
export function signatureHeaders(
  { id, body, at }: { id: string; body: string; at: number },
  secrets: readonly Buffer[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const sign = (secret: Buffer) =>
    `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(sign).join(" "),
  };
}
