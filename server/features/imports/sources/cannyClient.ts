import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { FetchedReply, guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { UnreadableFile } from "./source.ts";

const ADDRESS = "https://canny.io/api";

/** The requested number of records per page. Canny can send fewer records. */
const PAGE = 1000;
/** The requested number of records per page in version 2 of Canny's API, which allows no more. */
const CURSOR_PAGE = 100;

/** The maximum number of records of one list. */
const MAX_RECORDS = 1_000_000;

/** The limits of one response. */
const RESPONSE = { milliseconds: 60_000, bytes: 32 * 1024 * 1024 };

/**
 * The maximum number of repetitions of one request, and the maximum total time in milliseconds that
 * the client waits before repeated requests.
 */
const MAX_RETRIES = 5;
const MAX_WAIT_MS = 15 * 60 * 1000;

export interface CannyClientOptions {
  /** Secret. The key is sent only to Canny and does not occur in any error. */
  apiKey: string;
  fetch: typeof guardedFetch;
  /** Waits for a time in milliseconds. Tests replace it. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

const Page = z.record(z.string(), z.unknown());

/** Reads lists from Canny, one page at a time. Waits and repeats a request when Canny is busy. */
export class CannyClient {
  readonly #access: CannyClientOptions;
  #waitedMs = 0;

  constructor(access: CannyClientOptions) {
    this.#access = access;
  }

  /**
   * Reads a list that is paged by offset. `name` is the field of the response that contains the
   * records.
   */
  async *list(path: string, name: string): AsyncGenerator {
    let skip = 0;
    for (;;) {
      const page = await this.#post(`/v1/${path}`, { limit: PAGE, skip });
      const records = recordsOf(page, name);
      yield* records;
      skip += records.length;
      requireBounded(skip, path);
      if (page["hasMore"] !== true || records.length === 0) return;
    }
  }

  /** Reads a list that is paged by cursor. */
  async *listByCursor(path: string): AsyncGenerator {
    let cursor: unknown;
    let count = 0;
    for (;;) {
      const at = typeof cursor === "string" ? { cursor } : {};
      const page = await this.#post(`/v2/${path}`, { limit: CURSOR_PAGE, ...at });
      const records = recordsOf(page, "items");
      yield* records;
      count += records.length;
      requireBounded(count, path);
      if (page["hasNextPage"] !== true || records.length === 0 || page["cursor"] === cursor) return;
      cursor = page["cursor"];
    }
  }

  async #post(path: string, fields: object): Promise<z.output<typeof Page>> {
    const { apiKey } = this.#access;
    const { status, body } = await this.#send(path, JSON.stringify({ apiKey, ...fields }));
    if (status === 401 || status === 403) throw new UnreadableFile("Canny does not accept the key");
    const page = status === 200 ? Page.safeParse(parsed(body)).data : undefined;
    if (!page || "error" in page)
      throw new UnreadableFile(`Canny has refused to list ${path} (status ${String(status)})`);
    return page;
  }

  /** Sends a request, and repeats it if Canny is busy or does not respond. */
  async #send(path: string, body: string): Promise<FetchedReply> {
    const { fetch } = this.#access;
    const post = { type: "application/json", body };
    for (let attempt = 0; ; attempt += 1) {
      const reply = await fetch(`${ADDRESS}${path}`, { ...RESPONSE, post }).catch(() => undefined);
      if (reply && reply.status !== 429 && reply.status < 500) return reply;
      await this.#wait(reply, attempt);
    }
  }

  async #wait(reply: FetchedReply | undefined, attempt: number): Promise<void> {
    const { wait = pause } = this.#access;
    const milliseconds = retryAfterOf(reply) ?? 1000 * 2 ** attempt;
    this.#waitedMs += milliseconds;
    if (attempt === MAX_RETRIES || this.#waitedMs > MAX_WAIT_MS)
      throw new UnreadableFile("Canny does not respond. Try again later");
    await wait(milliseconds);
  }
}

function recordsOf(page: z.output<typeof Page>, name: string): unknown[] {
  const records = page[name];
  if (!Array.isArray(records)) throw new UnreadableFile(`Canny has sent no ${name}`);
  return records;
}

function requireBounded(count: number, path: string): void {
  if (count > MAX_RECORDS)
    throw new UnreadableFile(`Canny has more than ${String(MAX_RECORDS)} records of ${path}`);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/**
 * Returns the milliseconds to wait according to the `Retry-After` header, which contains seconds or
 * a date. Returns undefined without a valid header.
 */
function retryAfterOf(reply: FetchedReply | undefined): number | undefined {
  const text = reply?.headers["retry-after"];
  if (text === undefined) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
