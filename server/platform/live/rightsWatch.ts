import type { listRights, RightsRow } from "#server/platform/access/context.queries.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import type { LiveStream, Question } from "./liveStream.ts";

/** Interval of the rights check of all open streams, in milliseconds. */
const EVERY_MS = 2_000;

/**
 * If rights could not be checked for this long, all streams are ended. With it, a stream ends at
 * most 5 s after its viewer's rights.
 */
const PATIENCE_MS = 3_500;

/**
 * Delay of the extra check after a change that may concern rights, so that several changes share
 * one check.
 */
const SOON_MS = 100;

/** Parameters of `listRights`: three parallel lists. */
export type AskedRights =
  typeof listRights extends Statement<infer Params, infer _> ? Params : never;

export interface RightsWatchOptions {
  /** All open streams. */
  streams: () => Iterable<LiveStream>;
  listRights: (asked: AskedRights) => Promise<RightsRow[]>;
  onError: (error: Error) => void;
}

/**
 * Ends the streams of viewers whose session, role or portal has changed since the stream was
 * opened. One statement checks all streams.
 */
export class RightsWatch {
  readonly #options: RightsWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #isAsking = false;
  #judgedAt = performance.now();

  constructor(options: RightsWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), EVERY_MS).unref();
  }

  /** Checks soon, without waiting for the next interval. */
  judgeSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#tick();
    }, SOON_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
  }

  #tick(): void {
    if (!this.#isAsking) void this.#judge().catch(this.#options.onError);
    if (performance.now() - this.#judgedAt < PATIENCE_MS) return;
    for (const stream of this.#options.streams()) stream.end();
  }

  async #judge(): Promise<void> {
    const askedAt = performance.now();
    const asked = byQuestion(this.#options.streams());
    if (asked.length > 0) {
      this.#isAsking = true;
      const rows = await this.#options.listRights(listsOf(asked)).finally(() => {
        this.#isAsking = false;
      });
      for (const [index, { streams }] of asked.entries()) {
        for (const stream of streams) if (!stream.isStill(rows[index])) stream.end();
      }
    }
    this.#judgedAt = askedAt;
  }
}

interface Asked {
  question: Question;
  streams: LiveStream[];
}

/** Groups streams by rights keys: all anonymous visitors of a portal share one lookup. */
function byQuestion(streams: Iterable<LiveStream>): Asked[] {
  const asked = new Map<string, Asked>();
  for (const stream of streams) {
    const { question } = stream;
    const key = `${question.subdomain ?? ""} ${question.domain ?? ""} ${question.tokenHash?.toString("base64") ?? ""}`;
    const known = asked.get(key);
    if (known) known.streams.push(stream);
    else asked.set(key, { question, streams: [stream] });
  }
  return [...asked.values()];
}

function listsOf(asked: readonly Asked[]): AskedRights {
  return {
    subdomains: asked.map(({ question }) => question.subdomain),
    domains: asked.map(({ question }) => question.domain),
    tokenHashes: asked.map(({ question }) => question.tokenHash),
  };
}
