import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { hasSessionCookie } from "#server/platform/access/sessionToken.ts";
import type { DataVersions } from "#server/platform/changes/dataVersions.ts";
import { readTheme } from "#server/platform/http/theme.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether a response to an anonymous visitor may be cached for all others of the host. */
    isShared?: boolean;
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Maximum size of all cached responses in bytes, compressed forms included. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** Estimated bytes of an entry besides its body, so that many small responses count as well. */
const OVERHEAD_BYTES = 2048;

/** Pages contain relative times, and the change notification of another process may be lost. */
const MAX_AGE_MS = 60_000;

/** Number of recently requested URLs that are remembered. */
const MAX_REQUESTED = 10_000;

/** Longer URLs are hardly ever requested twice. */
const MAX_URL_LENGTH = 300;

/** Responses of fewer bytes are not compressed. */
export const COMPRESSED_FROM = 1024;

/** The encodings of cached responses, in order of preference. */
const COMPRESSIONS = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => zip(body),
} as const;
type Compression = keyof typeof COMPRESSIONS;
const COMPRESSION_NAMES = Object.keys(COMPRESSIONS) as Compression[];

/** A response that is the same for all anonymous visitors of a host. */
export interface FreshResponse {
  /** All headers except length and encoding. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

interface CachedResponse extends FreshResponse {
  companyId: number | null;
  /** Data version before the response's data were read. Later changes invalidate the response. */
  version: number;
  /** When the oldest part of the response's data was read, in milliseconds since 1970. */
  readAt: number;
  /** Created with the first cached response of each encoding; concurrent requests share it. */
  compressed: Partial<Record<Compression, Promise<Buffer>>>;
}

/** The key of a request's response in the cache; null if the response must not be shared. */
export function cacheKeyOf(request: FastifyRequest): string | null {
  const { method, url, headers, protocol, host, routeOptions } = request;
  const isShared = routeOptions.config.isShared === true && (method === "GET" || method === "HEAD");
  if (!isShared || url.length > MAX_URL_LENGTH || hasSessionCookie(headers.cookie)) return null;
  return `${readTheme(headers.cookie)} ${protocol}://${host}${url}`;
}

/**
 * Caches pages and API responses for anonymous visitors until the company's data change. The theme
 * is the only property of a visitor in the key. Requests with a session cookie are never served
 * from the cache.
 */
export class ResponseCache {
  readonly #versions: DataVersions;
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_BYTES,
    // All compressed forms together are smaller than the body.
    sizeCalculation: ({ body }) => OVERHEAD_BYTES + 2 * body.length,
  });
  readonly #requested = new LRUCache<string, true>({ max: MAX_REQUESTED });

  constructor(versions: DataVersions) {
    this.#versions = versions;
  }

  /** The current data version. Read it before the data of a response. */
  now(): number {
    return this.#versions.now();
  }

  /** Sends the cached response to a request. Returns false if there is no valid one. */
  async serve(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { cacheKey: key } = request;
    const response = key === null ? undefined : this.#responses.get(key);
    if (key === null || !response) return false;
    const { companyId, version, readAt } = response;
    const isExpired = Date.now() - readAt >= MAX_AGE_MS;
    if (isExpired || this.#versions.hasChangedSince(companyId, version)) {
      this.#responses.delete(key);
      return false;
    }
    await send(response, request, reply);
    return true;
  }

  /**
   * Whether a request's response should be stored: if it may be shared and the URL was requested
   * before. Most searches and deep pages are requested only once. Storing them would add up to
   * half of the cost of creating them, and would evict others.
   */
  shouldStore({ cacheKey: key }: FastifyRequest): boolean {
    if (key === null) return false;
    const wasRequested = this.#requested.get(key) === true;
    this.#requested.set(key, true);
    return wasRequested;
  }

  /** Stores the response to a request for which `shouldStore` was true. */
  store(fresh: FreshResponse, { cacheKey: key, version, requestContext }: FastifyRequest): void {
    if (key === null) return;
    const { tenantId: companyId, readAt } = requestContext;
    this.#responses.set(key, { ...fresh, companyId, version, readAt, compressed: {} });
  }
}

async function send(
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { headers, body, compressed } = response;
  reply.headers(headers);
  if (headers["etag"] !== undefined && request.headers["if-none-match"] === headers["etag"]) {
    void reply.code(304).send();
    return;
  }
  const compression = body.length < COMPRESSED_FROM ? null : compressionFor(request);
  if (compression === null) {
    void reply.send(body);
    return;
  }
  const bytes = await (compressed[compression] ??= COMPRESSIONS[compression](body));
  void reply.header("content-encoding", compression).send(bytes);
}

function compressionFor({ headers }: FastifyRequest): Compression | null {
  return negotiate<Compression>(headers["accept-encoding"]?.toString() ?? "", COMPRESSION_NAMES);
}
