import type { SiteSettings } from "#contract/siteSettings.ts";
import type { DataVersions } from "#server/platform/changes/dataVersions.ts";
import type { RequestContext } from "./requestContext.ts";

/** What the host of a request comes to, whoever asks. */
export interface HostData extends Pick<RequestContext, "hostCompany"> {
  readonly site: SiteSettings;
  /** Of the host's company; null on the product's own host. */
  readonly subdomain: string | null;
  /** When they were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** By what a host's company is looked up. */
export type HostLookup = RequestContext["host"];

interface Kept {
  facts: HostData;
  /** By the clock of changes, noted before they were read. */
  version: number;
}

/** Hosts kept at once, at a few kilobytes each. */
const MOST = 2_000;

/** Should a change of another process ever go unheard, it is seen after this long. */
const MAX_AGE_MS = 60_000;

/** An empty label is no subdomain, and not the product's own host either. */
const keyOf = ({ subdomain, domain }: HostLookup) => JSON.stringify([subdomain, domain]);

/**
 * Settings and companies by host, for visitors who only look and send no session: kept until the company's or the installation's data
 * change, as their pages are. Only hosts that are somebody's are kept: made-up ones fill nothing.
 */
export class HostCache {
  readonly #clock: DataVersions;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: DataVersions) {
    this.#clock = clock;
  }

  /** The moment to note before a host's facts are read. */
  now(): number {
    return this.#clock.now();
  }

  /** What is kept of a host and still holds. */
  find(host: HostLookup): HostData | undefined {
    const key = keyOf(host);
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    const { facts, version } = kept;
    const companyId = facts.hostCompany?.id ?? null;
    this.#kept.delete(key);
    if (this.#clock.hasChangedSince(companyId, version) || Date.now() - facts.readAt >= MAX_AGE_MS)
      return undefined;
    // Most recently used last, so that the first is the next to go.
    this.#kept.set(key, kept);
    return facts;
  }

  keep(host: HostLookup, facts: HostData, version: number): void {
    this.#kept.set(keyOf(host), { facts, version });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(oldest);
    }
  }
}
