import { LRUCache } from "lru-cache";
import type { SiteSettings } from "#contract/siteSettings.ts";
import type { DataVersions } from "#server/platform/changes/dataVersions.ts";
import type { TurnOwner } from "#server/platform/db/turns.ts";
import type { RequestContext, RequestHost } from "./requestContext.ts";

/** What a host resolves to, independent of the viewer. */
export interface HostData extends Pick<RequestContext, "hostCompany"> {
  readonly site: SiteSettings;
  /** Subdomain of the host's company; null on the product's own host. */
  readonly subdomain: string | null;
  /** When the data were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** Subdomain and custom domain by which the company of a host is looked up. */
export type HostLookup = Pick<RequestHost, "subdomain" | "domain">;

interface CachedHost {
  data: HostData;
  /** The data version that was current before the data were read. */
  version: number;
}

/** Maximum number of cached hosts. Each entry takes a few kilobytes. */
const MAX_HOSTS = 2_000;

/**
 * Maximum age of cached data in milliseconds. It limits how long data are stale if the change
 * notification of another process is lost.
 */
const MAX_AGE_MS = 60_000;

/**
 * Returns the cache key. JSON distinguishes an empty subdomain from null, which stands for the
 * product's own host.
 */
const keyOf = ({ subdomain, domain }: HostLookup) => JSON.stringify([subdomain, domain]);

/**
 * Caches site settings and companies by host, for anonymous GET requests. An entry becomes invalid
 * as soon as the data of its company or of the site change. `turnOwnerOf` uses invalid entries as
 * well. Unknown hosts are not cached, so that requests for made-up hosts cannot fill the cache.
 */
export class HostCache {
  readonly #versions: DataVersions;
  readonly #hosts = new LRUCache<string, CachedHost>({ max: MAX_HOSTS });

  constructor(versions: DataVersions) {
    this.#versions = versions;
  }

  /** Returns the current data version. Call this before reading the data of a host. */
  now(): number {
    return this.#versions.now();
  }

  /** Returns the cached data of a host if they are still valid. */
  find(host: HostLookup): HostData | undefined {
    const cached = this.#hosts.get(keyOf(host));
    if (!cached) return undefined;
    const { data, version } = cached;
    const isExpired = Date.now() - data.readAt >= MAX_AGE_MS;
    if (isExpired || this.#versions.hasChangedSince(data.hostCompany?.id ?? null, version))
      return undefined;
    return data;
  }

  /**
   * Returns the owner of the turns (`server/platform/db/turns.ts`) that reads of the host's data
   * take. The owner is the company that the host had when its data were last read. All hosts
   * without an entry share the product's turns, so that nobody gets more turns by making up host
   * names.
   */
  turnOwnerOf(host: HostLookup): TurnOwner {
    return this.#hosts.peek(keyOf(host))?.data.hostCompany?.id ?? "product";
  }

  /** @param version the data version from before the data were read */
  store(host: HostLookup, data: HostData, version: number): void {
    this.#hosts.set(keyOf(host), { data, version });
  }
}
