import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hasCredentials } from "#server/platform/access/isAnonymous.ts";
import type { DataVersions } from "#server/platform/changes/dataVersions.ts";
import { parseHost } from "#server/platform/http/hosts.ts";
import { readTheme } from "#server/platform/http/theme.ts";
import { FairCache } from "./fairCache.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether a response to an anonymous visitor can be cached for all anonymous visitors of the
     * host.
     */
    isShared?: boolean;
    /**
     * The query parameters on which a shared response depends; the whole query by default. The
     * response is cached by their first values, so that no other spelling of its address, such as
     * `?x=1`, needs a response of its own.
     */
    queryNames?: readonly string[];
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Maximum size of all cached responses in bytes. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** Measured memory in bytes of a response's objects and map entries, without texts and buffers. */
const RESPONSE_BYTES = 1024;

/**
 * Maximum age of a cached response in milliseconds. The age is limited, because pages contain
 * relative times and the change notification of another process can be lost.
 */
const MAX_AGE_MS = 60_000;

/** Maximum size of the keys of recently requested URLs in bytes, enough for some 10,000 URLs. */
const MAX_REQUESTED_BYTES = 4 * 1024 * 1024;

/** Measured memory in bytes of a requested URL's map entries, without the text. */
const REQUESTED_BYTES = 256;

/** Maximum number of characters of a cached URL. Longer URLs are hardly ever requested twice. */
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
  /**
   * The data version that was current before the response's data were read. Later changes
   * invalidate the response.
   */
  version: number;
  /** When the oldest part of the response's data was read, in milliseconds since 1970. */
  readAt: number;
  /**
   * The compressed forms of the body by encoding. Each form is created when the cached response is
   * first sent in its encoding, and concurrent requests share the form's promise.
   */
  compressed: Partial<Record<Compression, Promise<Buffer>>>;
  /** Bytes of all compressed forms that are complete. */
  compressedBytes: number;
}

/** Returns the key of a request's response in the cache; null if the response is not cached. */
export function cacheKeyOf(request: FastifyRequest): string | null {
  const { method, headers, protocol, host, routeOptions } = request;
  const isShared = routeOptions.config.isShared === true && (method === "GET" || method === "HEAD");
  if (!isShared || hasCredentials(request)) return null;
  const address = addressOf(request);
  if (address.length > MAX_URL_LENGTH) return null;
  // An invalid host gets no key, because a cached response is sent before the host is looked up.
  if (!parseHost(host)) return null;
  return JSON.stringify([readTheme(headers.cookie), protocol, host, address]);
}

/** Returns the part of a request's address on which its response depends. */
function addressOf({ url, params, routeOptions }: FastifyRequest): string {
  const { queryNames } = routeOptions.config;
  if (!queryNames || !URL.canParse(url, "http://host")) return url;
  const { searchParams } = new URL(url, "http://host");
  return JSON.stringify([
    routeOptions.url,
    params,
    queryNames.map((name) => searchParams.get(name)),
  ]);
}

/**
 * Caches pages and API responses for anonymous visitors until the company's data change. The theme
 * is the only property of a visitor in the key. Requests with credentials are never served from
 * the cache. Companies share the cache's memory fairly.
 */
export class ResponseCache {
  readonly #versions: DataVersions;
  readonly #responses: FairCache<number | null, CachedResponse>;
  readonly #requested = new FairCache<number | null, true>(MAX_REQUESTED_BYTES);

  constructor(versions: DataVersions, maxBytes = MAX_CACHE_BYTES) {
    this.#versions = versions;
    this.#responses = new FairCache(maxBytes);
  }

  /** Returns the current data version. Call this before reading the data of a response. */
  now(): number {
    return this.#versions.now();
  }

  /** Sends the cached response to a request. Returns false if no valid response is cached. */
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
    await this.#send(key, response, request, reply);
    return true;
  }

  /**
   * Whether a request's response should be stored. This is true if all anonymous visitors can share
   * the response and its URL was requested before. Most searches and most pages of a list after its
   * first page are requested only once. Storing such a response would make it up to 50 % more expensive
   * and would evict other responses.
   */
  shouldStore({ cacheKey: key, requestContext }: FastifyRequest): boolean {
    if (key === null) return false;
    if (this.#requested.get(key) === true) return true;
    const bytes = REQUESTED_BYTES + textBytes(key);
    this.#requested.set(key, requestContext.tenantId, { value: true, bytes });
    return false;
  }

  /** Stores the response to a request for which `shouldStore` was true. */
  store(fresh: FreshResponse, { cacheKey: key, version, requestContext }: FastifyRequest): void {
    if (key === null) return;
    const { tenantId: companyId, readAt } = requestContext;
    const body = ownCopy(fresh.body);
    this.#set(key, {
      ...fresh,
      body,
      companyId,
      version,
      readAt,
      compressed: {},
      compressedBytes: 0,
    });
  }

  #set(key: string, response: CachedResponse): void {
    this.#responses.set(key, response.companyId, {
      value: response,
      bytes: bytesOf(key, response),
    });
  }

  async #send(
    key: string,
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
    const bytes = await (compressed[compression] ??= this.#compress(key, response, compression));
    void reply.header("content-encoding", compression).send(bytes);
  }

  async #compress(key: string, response: CachedResponse, compression: Compression) {
    const bytes = ownCopy(await COMPRESSIONS[compression](response.body));
    response.compressedBytes += bytes.length;
    // The response is stored again with its new size, unless it was removed or replaced meanwhile.
    if (this.#responses.get(key) === response) this.#set(key, response);
    return bytes;
  }
}

/** Returns the bytes of memory that a cached response occupies. */
function bytesOf(key: string, { headers, body, compressedBytes }: CachedResponse): number {
  const texts = [key, ...Object.entries(headers).flat()];
  const bytesOfTexts = texts.reduce((sum, text) => sum + textBytes(text), 0);
  return RESPONSE_BYTES + bytesOfTexts + body.length + compressedBytes;
}

/** V8 stores one byte per character if all characters are Latin-1, otherwise two bytes. */
const textBytes = (text: string) => text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1);

/**
 * Returns a copy in a memory block of its own. Results of zlib and short buffers are parts of
 * larger blocks. Such a block, for example 16 kB for each compressed form, would stay in memory as
 * long as its part.
 */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function compressionFor({ headers }: FastifyRequest): Compression | null {
  return negotiate<Compression>(headers["accept-encoding"]?.toString() ?? "", COMPRESSION_NAMES);
}
