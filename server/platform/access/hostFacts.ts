import type { SiteSettings } from "#contract/siteSettings.ts";
import type { ChangeClock } from "#server/platform/changes/changeClock.ts";
import type { RequestContext } from "./requestContext.ts";

/** What the host of a request comes to, whoever asks. */
export interface HostFacts extends Pick<RequestContext, "hostCompany"> {
  readonly site: SiteSettings;
  /** Of the host's company; null on the product's own host. */
  readonly subdomain: string | null;
  /** When they were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** By what a host's company is looked up. */
export type AskedHost = RequestContext["host"];

interface Kept {
  facts: HostFacts;
  /** By the clock of changes, noted before they were read. */
  moment: number;
}

/** Hosts kept at once, at a few kilobytes each. */
const MOST = 2_000;

/** Should a change of another process ever go unheard, it is seen after this long. */
const MAX_AGE_MS = 60_000;

/** An empty label is no subdomain, and not the product's own host either. */
const keyOf = ({ subdomain, domain }: AskedHost) => JSON.stringify([subdomain, domain]);

/**
 * Settings and companies by host, for visitors who only look and send no session: kept until the company's or the installation's data
 * change, as their pages are. Only hosts that are somebody's are kept: made-up ones fill nothing.
 */
export class HostFactsCache {
  readonly #clock: ChangeClock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: ChangeClock) {
    this.#clock = clock;
  }

  /** The moment to note before a host's facts are read. */
  now(): number {
    return this.#clock.now();
  }

  /** What is kept of a host and still holds. */
  find(host: AskedHost): HostFacts | undefined {
    const key = keyOf(host);
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    const { facts, moment } = kept;
    const companyId = facts.hostCompany?.id ?? null;
    this.#kept.delete(key);
    if (this.#clock.hasChangedSince(companyId, moment) || Date.now() - facts.readAt >= MAX_AGE_MS)
      return undefined;
    // Most recently used last, so that the first is the next to go.
    this.#kept.set(key, kept);
    return facts;
  }

  keep(host: AskedHost, facts: HostFacts, moment: number): void {
    this.#kept.set(keyOf(host), { facts, moment });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(oldest);
    }
  }
}
