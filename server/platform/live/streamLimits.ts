import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { overloaded, tooManyRequests } from "#server/platform/http/httpError.ts";
import { subscriberOf } from "#server/platform/throttle/subscriber.ts";

/** Maximum number of open streams per process. */
const MAX_STREAMS = 10_000;

/** Maximum number of open streams per account. Hidden pages close their stream. */
const PER_ACCOUNT = 30;

/**
 * Maximum number of anonymous streams per client address, which a whole office or school can share.
 */
const PER_SUBSCRIBER = 300;

const RETRY_AFTER_SECONDS = 60;

/** Counts the open streams of this process by account or client address. */
export class StreamLimits {
  readonly #counts = new Map<string, number>();
  #total = 0;

  /**
   * Counts a new stream.
   * @returns a function to call when the stream has ended
   * @throws HttpError 429 if the account or the IP address has too many streams, 503 if the process
   * has too many
   */
  acquire({ viewer, ip }: Pick<RequestContext, "viewer" | "ip">): () => void {
    const key = viewer ? `user ${String(viewer.id)}` : subscriberOf(ip);
    const count = this.#counts.get(key) ?? 0;
    if (count >= (viewer ? PER_ACCOUNT : PER_SUBSCRIBER))
      throw tooManyRequests(RETRY_AFTER_SECONDS);
    if (this.#total >= MAX_STREAMS) throw overloaded();
    this.#counts.set(key, count + 1);
    this.#total += 1;
    return () => this.#release(key);
  }

  #release(key: string): void {
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
    this.#total -= 1;
  }
}
