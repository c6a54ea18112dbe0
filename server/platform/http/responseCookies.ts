import type { FastifyReply } from "fastify";

/**
 * Collects the cookies of a response until the call has succeeded, because the transaction that
 * sets them can still roll back or run again. Of several cookies with the same name, only the last
 * cookie is sent.
 */
export class ResponseCookies {
  readonly #byName = new Map<string, string>();

  /** @param cookie complete Set-Cookie value */
  set(cookie: string): void {
    this.#byName.set(cookie.slice(0, cookie.indexOf("=")), cookie);
  }

  /** Adds the cookies to the reply. Call it after the transaction has been committed. */
  sendWith(reply: FastifyReply): void {
    if (this.#byName.size > 0) void reply.header("set-cookie", [...this.#byName.values()]);
  }
}
