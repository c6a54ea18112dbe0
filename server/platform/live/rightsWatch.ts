import type { listRights, RightsRow } from "#server/platform/access/context.queries.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import type { LiveStream, RightsKey } from "./liveStream.ts";

/** Interval of the rights check of all open streams, in milliseconds. */
const INTERVAL_MS = 2_000;

/**
 * Milliseconds without a completed check after which all streams are ended. With this limit, a
 * stream ends at most 5 s after the end of its viewer's rights.
 */
const MAX_UNCHECKED_MS = 3_500;

/**
 * Delay in milliseconds of the extra check after a change that possibly concerns rights. The delay
 * lets several changes share one check.
 */
const EXTRA_CHECK_DELAY_MS = 100;

/** Parameters of `listRights`: four lists of the same length, with one entry for each lookup. */
export type RightsKeys =
  typeof listRights extends Statement<infer Params, infer _> ? Params : never;

export interface RightsWatchOptions {
  /** Returns all open streams. */
  streams: () => Iterable<LiveStream>;
  listRights: (keys: RightsKeys) => Promise<RightsRow[]>;
  onError: (error: Error) => void;
}

/**
 * Ends the streams of viewers whose session, role or portal has changed since the stream was
 * opened. One statement checks all streams.
 */
export class RightsWatch {
  readonly #options: RightsWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #extraCheck: NodeJS.Timeout | undefined;
  #isChecking = false;
  #checkedAt = performance.now();

  constructor(options: RightsWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), INTERVAL_MS).unref();
  }

  /** Checks all streams soon, without waiting for the next interval. */
  checkSoon(): void {
    this.#extraCheck ??= setTimeout(() => {
      this.#extraCheck = undefined;
      this.#tick();
    }, EXTRA_CHECK_DELAY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#extraCheck);
  }

  #tick(): void {
    if (!this.#isChecking) void this.#check().catch(this.#options.onError);
    if (performance.now() - this.#checkedAt < MAX_UNCHECKED_MS) return;
    for (const stream of this.#options.streams()) stream.end();
  }

  async #check(): Promise<void> {
    const startedAt = performance.now();
    const groups = groupByRightsKey(this.#options.streams());
    if (groups.length > 0) {
      this.#isChecking = true;
      const rows = await this.#options.listRights(listsOf(groups)).finally(() => {
        this.#isChecking = false;
      });
      for (const [index, { streams }] of groups.entries()) {
        for (const stream of streams) if (!stream.hasSameRights(rows[index])) stream.end();
      }
    }
    this.#checkedAt = startedAt;
  }
}

interface StreamGroup {
  rightsKey: RightsKey;
  streams: LiveStream[];
}

/** Groups streams by rights keys, so that all anonymous visitors of a portal share one lookup. */
function groupByRightsKey(streams: Iterable<LiveStream>): StreamGroup[] {
  const groups = new Map<string, StreamGroup>();
  for (const stream of streams) {
    const { rightsKey } = stream;
    const key = `${rightsKey.name} ${rightsKey.tokenHash?.toString("base64") ?? ""}`;
    const known = groups.get(key);
    if (known) known.streams.push(stream);
    else groups.set(key, { rightsKey, streams: [stream] });
  }
  return [...groups.values()];
}

function listsOf(groups: readonly StreamGroup[]): RightsKeys {
  return {
    names: groups.map(({ rightsKey }) => rightsKey.name),
    subdomains: groups.map(({ rightsKey }) => rightsKey.subdomain),
    domains: groups.map(({ rightsKey }) => rightsKey.domain),
    tokenHashes: groups.map(({ rightsKey }) => rightsKey.tokenHash),
  };
}
