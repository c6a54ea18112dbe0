import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ChangeClock } from "./changeClock.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Bytes of pages kept, all encodings counted. */
const CAPACITY = 64 * 1024 * 1024;

/** Pages say "3 days ago"; and should a change of another process ever go unheard, it is seen after this long. */
const MAX_AGE_MS = 60_000;

/** How a page leaves: as it is, or compressed once for everyone. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

interface CachedPage {
  companyId: number | null;
  moment: number;
  bornAt: number;
  policy: string;
  etag: string;
  bodies: Record<Encoding, Buffer>;
  size: number;
}

export interface FreshPage {
  companyId: number | null;
  /** By the clock of changes, noted before anything was read: what changed while the page was drawn outdates it. */
  moment: number;
  /** When the oldest of what it shows was read, in milliseconds since 1970. */
  bornAt: number;
  /** In UTF-8. */
  html: Buffer;
  policy: string;
}

/**
 * Pages as anonymous visitors get them: one drawing serves all until the company's data changes. Nothing of a visitor is in the key but the
 * theme, and whoever sends a session is never served from here.
 */
export class PageCache {
  readonly #clock: ChangeClock;
  readonly #pages = new Map<string, CachedPage>();
  #size = 0;

  constructor(clock: ChangeClock) {
    this.#clock = clock;
  }

  /** The moment to note before a page's data is read. */
  now(): number {
    return this.#clock.now();
  }

  /** Answers from the cache, if it can. */
  serve(key: string, request: FastifyRequest, reply: FastifyReply): boolean {
    const page = this.#pages.get(key);
    if (!page) return false;
    const isCurrent =
      !this.#clock.hasChangedSince(page.companyId, page.moment) && Date.now() - page.bornAt < MAX_AGE_MS;
    if (!isCurrent) {
      this.#drop(key, page);
      return false;
    }
    // Most recently used last, so that the first is the next to go.
    this.#pages.delete(key);
    this.#pages.set(key, page);
    send(page, request, reply);
    return true;
  }

  async keep(key: string, { html: identity, ...fresh }: FreshPage): Promise<void> {
    const [br, gz] = await Promise.all([
      brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      zip(identity),
    ]);
    const bodies = { br, gzip: gz, identity };
    const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
    const size = br.length + gz.length + identity.length;
    const before = this.#pages.get(key);
    if (before) this.#drop(key, before);
    this.#pages.set(key, { ...fresh, bodies, etag, size });
    this.#size += size;
    for (const [oldest, page] of this.#pages) {
      if (this.#size <= CAPACITY) break;
      this.#drop(oldest, page);
    }
  }

  #drop(key: string, page: CachedPage): void {
    this.#pages.delete(key);
    this.#size -= page.size;
  }
}

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = request.headers["accept-encoding"]?.toString() ?? "";
  return (
    ENCODINGS.find((encoding) =>
      new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0+)?(?:,|$))`).test(accepted),
    ) ?? "identity"
  );
}

function send({ policy, etag, bodies }: CachedPage, request: FastifyRequest, reply: FastifyReply): void {
  const encoding = encodingFor(request);
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("cache-control", "private, no-cache")
    .header("vary", "accept-encoding, cookie")
    .header("etag", etag);
  if (request.headers["if-none-match"] === etag) {
    void reply.code(304).send();
    return;
  }
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  void reply.send(bodies[encoding]);
}
