import type { FastifyReply } from "fastify";

/**
 * The cookies of an answer, until it is known that there is one to go with: what set them may still be rolled back, or be done again.
 * Of each name the last is sent.
 */
export class ResponseCookies {
  readonly #byName = new Map<string, string>();

  /** @param cookie a whole Set-Cookie value */
  set(cookie: string): void {
    this.#byName.set(cookie.slice(0, cookie.indexOf("=")), cookie);
  }

  /** Call it once all is written for good. */
  sendWith(reply: FastifyReply): void {
    if (this.#byName.size > 0) void reply.header("set-cookie", [...this.#byName.values()]);
  }
}
