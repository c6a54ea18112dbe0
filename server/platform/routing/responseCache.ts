import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hasSessionCookie } from "#server/platform/access/sessionToken.ts";
import type { DataVersions } from "#server/platform/changes/dataVersions.ts";
import { readTheme } from "#server/platform/http/theme.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Anonymous visitors of a host are answered alike until its company's data change. */
    isShared?: boolean;
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Bytes of answers kept, all encodings counted. */
const CAPACITY = 64 * 1024 * 1024;

/** What an answer takes besides its bytes, roughly: small ones must not be countless. */
const OVERHEAD = 2048;

/** Pages say "3 days ago"; and should a change of another process ever go unheard, it is seen after this long. */
const MAX_AGE_MS = 60_000;

/** Of so many addresses it is known, by each of two generations, that somebody has asked before. */
const ADDRESSES_KNOWN = 5_000;

/** Longer ones are nobody's bookmarks. */
const LONGEST_URL = 300;

/** Answers of fewer bytes leave as they are. */
export const COMPRESSED_FROM = 1024;

/** How an answer is compressed, once for everyone who takes it so; the best first. */
const COMPRESSIONS = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => zip(body),
} as const;
type Compression = keyof typeof COMPRESSIONS;
const COMPRESSION_NAMES = Object.keys(COMPRESSIONS) as Compression[];

/** What is sent to whoever asks the same. */
export interface FreshResponse {
  /** Type, caching and whatever else belongs to it, but neither length nor encoding. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

interface CachedResponse extends FreshResponse {
  companyId: number | null;
  /** By the clock of changes, noted before anything was read: what changed while the answer was made outdates it. */
  version: number;
  /** When the oldest of what it shows was read, in milliseconds since 1970. */
  bornAt: number;
  /** Made when it is sent from here: those for whom it was made get what is compressed on its way. Whoever asks meanwhile waits for the same. */
  compressed: Partial<Record<Compression, Promise<Buffer>>>;
}

/** Where the answer to a request is kept: only for whoever sends no session, and of nobody else's. */
export function cacheKeyOf(request: FastifyRequest): string | null {
  const { method, url, headers, protocol, host, routeOptions } = request;
  const isShared = routeOptions.config.isShared === true && (method === "GET" || method === "HEAD");
  if (!isShared || url.length > LONGEST_URL || hasSessionCookie(headers.cookie)) return null;
  return `${readTheme(headers.cookie)} ${protocol}://${host}${url}`;
}

/**
 * Pages and answers of the API as anonymous visitors get them: one serves all until the company's data change. Nothing of a visitor is in
 * the key but the theme, and whoever sends a session is never served from here.
 */
export class ResponseCache {
  readonly #clock: DataVersions;
  readonly #answers = new Map<string, CachedResponse>();
  #size = 0;
  #asked = new Set<string>();
  #askedBefore = new Set<string>();

  constructor(clock: DataVersions) {
    this.#clock = clock;
  }

  /** The moment to note before anything is read for an answer. */
  now(): number {
    return this.#clock.now();
  }

  /** Answers a request from what is kept, if that can be done. */
  async serve(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { cacheKey: key } = request;
    const response = key === null ? undefined : this.#answers.get(key);
    if (key === null || !response) return false;
    const { companyId, version, bornAt } = response;
    if (this.#clock.hasChangedSince(companyId, version) || Date.now() - bornAt >= MAX_AGE_MS) {
      this.#drop(key, response);
      return false;
    }
    // Most recently used last, so that the first is the next to go.
    this.#answers.delete(key);
    this.#answers.set(key, response);
    await send(response, request, reply);
    return true;
  }

  /**
   * Whether what is made for a request is to be kept: others may get the same, and somebody has asked for it before, which is noted. Most
   * searches and deep pages are asked for once; to keep them would cost up to half of what making them does, and the room of others.
   */
  wants({ cacheKey: key }: FastifyRequest): boolean {
    if (key === null) return false;
    if (this.#asked.has(key)) return true;
    if (this.#asked.size >= ADDRESSES_KNOWN) {
      this.#askedBefore = this.#asked;
      this.#asked = new Set();
    }
    this.#asked.add(key);
    return this.#askedBefore.has(key);
  }

  /** Keeps what was made for a request, where it is wanted. */
  keep(fresh: FreshResponse, { cacheKey: key, version, requestContext }: FastifyRequest): void {
    if (key === null) return;
    const { tenantId: companyId, readAt: bornAt } = requestContext;
    const before = this.#answers.get(key);
    if (before) this.#drop(key, before);
    const response = { ...fresh, companyId, version, bornAt, compressed: {} };
    this.#answers.set(key, response);
    this.#size += sizeOf(response);
    for (const [oldest, old] of this.#answers) {
      if (this.#size <= CAPACITY) break;
      this.#drop(oldest, old);
    }
  }

  #drop(key: string, response: CachedResponse): void {
    this.#answers.delete(key);
    this.#size -= sizeOf(response);
  }
}

/** What it takes at most: all its compressed forms together are smaller than the body. */
const sizeOf = ({ body }: CachedResponse) => OVERHEAD + 2 * body.length;

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
