import type { Reply } from "./testPortal.ts";

/** What a browser would send back after this answer: a Cookie header, for `portal.visitor(host, cookieOf(reply))`. */
export function cookieOf(reply: Reply): { cookie: string } {
  const [first] = [reply.headers["set-cookie"] ?? ""].flat();
  const [pair] = String(first).split(";");
  if (!pair) throw new Error(`No cookie was set by an answer of status ${String(reply.status)}`);
  return { cookie: pair };
}
