import { randomBytes } from "node:crypto";

/** Returns a valid password hash that no password matches. */
export function unusablePasswordHash(): string {
  const text = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=19456,t=2,p=1$${text(16)}$${text(32)}`;
}
