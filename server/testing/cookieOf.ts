import type { Reply } from "./testPortal.ts";

/** What a browser would send back after this answer: a Cookie header, for `portal.visitor(host, cookieOf(reply))`. */
export function cookieOf(reply: Reply): { cookie: string } {
  const [pair] = String(reply.headers["set-cookie"] ?? "").split(";");
  if (!pair) throw new Error(`No cookie was set by an answer of status ${String(reply.status)}`);
  return { cookie: pair };
}
