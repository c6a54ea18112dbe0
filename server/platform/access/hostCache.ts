import type { SiteSettings } from "#contract/siteSettings.ts";
import type { DataVersions } from "#server/platform/changes/dataVersions.ts";
import type { RequestContext } from "./requestContext.ts";

/** What a host resolves to, independent of the viewer. */
export interface HostData extends Pick<RequestContext, "hostCompany"> {
  readonly site: SiteSettings;
  /** Subdomain of the host's company; null on the product's own host. */
  readonly subdomain: string | null;
  /** When the data were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** Subdomain and custom domain by which the company of a host is looked up. */
export type HostLookup = RequestContext["host"];

interface Kept {
  facts: HostData;
  /** Data version before the data were read. */
  version: number;
}

/** Most hosts cached at once, at a few kilobytes each. */
const MOST = 2_000;

/** Upper bound for stale data if the change notification of another process is lost. */
const MAX_AGE_MS = 60_000;

/** An empty subdomain label is distinct from null, which stands for the product's own host. */
const keyOf = ({ subdomain, domain }: HostLookup) => JSON.stringify([subdomain, domain]);

/**
 * Caches site settings and companies by host, for anonymous GET requests. An entry is invalid as
 * soon as the company's or the site's data change. Unknown hosts are not cached, so that requests
 * for made-up hosts cannot fill the cache.
 */
export class HostCache {
  readonly #clock: DataVersions;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: DataVersions) {
    this.#clock = clock;
  }

  /** The current data version. Read it before the data of a host. */
  now(): number {
    return this.#clock.now();
  }

  /** Returns the cached data of a host if they are still valid. */
  find(host: HostLookup): HostData | undefined {
    const key = keyOf(host);
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    const { facts, version } = kept;
    const companyId = facts.hostCompany?.id ?? null;
    this.#kept.delete(key);
    if (this.#clock.hasChangedSince(companyId, version) || Date.now() - facts.readAt >= MAX_AGE_MS)
      return undefined;
    // Reinserting moves the entry to the end; the first entry is the least recently used.
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
