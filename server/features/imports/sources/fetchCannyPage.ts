import * as z from "zod/mini";
import type { FetchedReply, guardedFetch } from "#server/platform/net/guardedFetch.ts";
import type { CannyPlace } from "./cannyPlace.ts";
import { CANNY_LISTS, FIRST_PAGE, LIST_PATHS } from "./cannyPlace.ts";
import { UnreadableFile } from "./source.ts";

const ADDRESS = "https://canny.io/api";

/** The requested number of records per page. Canny can send fewer records. */
const PAGE = 1000;
/** The requested number of records per page in version 2 of Canny's API, which allows no more. */
const CURSOR_PAGE = 100;

/** The maximum number of records of one list. */
const MAX_RECORDS = 1_000_000;

/** The limits of one response. */
const RESPONSE = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/**
 * The maximum number of repetitions of one request, and the maximum total time in milliseconds that
 * an import waits for Canny.
 */
const MAX_RETRIES = 5;
const MAX_WAIT_MS = 15 * 60 * 1000;

export interface CannyAccess {
  /** Secret. The key is sent only to Canny and does not occur in any error. */
  apiKey: string;
  fetch: typeof guardedFetch;
}

/**
 * The records of a page and the place of the next page, which is null after the last page of all
 * lists; or the time to wait until the next request, if Canny is busy or does not respond.
 */
export type CannyStep =
  | { records: readonly unknown[]; next: CannyPlace | null }
  | { waitMs: number; next: CannyPlace };

const Page = z.record(z.string(), z.unknown());

/**
 * Fetches a page of a Canny account.
 * @throws UnreadableFile if Canny refuses the request or has been busy for too long
 */
export async function fetchCannyPage(access: CannyAccess, place: CannyPlace): Promise<CannyStep> {
  const { path, field } = LIST_PATHS[place.list];
  const isByCursor = path.startsWith("/v2");
  const { cursor } = place;
  const from = isByCursor
    ? { limit: CURSOR_PAGE, ...(cursor !== null && { cursor }) }
    : { limit: PAGE, skip: place.records };
  const body = JSON.stringify({ apiKey: access.apiKey, ...from });
  const headers = { "content-type": "application/json" };
  const message = { method: "POST", headers, body } as const;
  const reply = await access
    .fetch(`${ADDRESS}${path}`, { ...RESPONSE, message })
    .catch(() => undefined);
  if (!reply || reply.status === 429 || reply.status >= 500) return waitFor(reply, place);
  const page = pageOf(reply, path);
  const found = recordsOf(page, field);
  const records = place.records + found.length;
  if (records > MAX_RECORDS)
    throw new UnreadableFile(`Canny has more than ${String(MAX_RECORDS)} records of ${place.list}`);
  const next = isByCursor ? page["cursor"] : null;
  const hasMore = isByCursor
    ? page["hasNextPage"] === true && typeof next === "string" && next !== cursor
    : page["hasMore"] === true;
  const following = { ...place, retries: 0 };
  if (hasMore && found.length > 0) {
    const at = { page: place.page + 1, records, cursor: typeof next === "string" ? next : null };
    return { records: found, next: { ...following, ...at } };
  }
  const list = CANNY_LISTS[CANNY_LISTS.indexOf(place.list) + 1];
  const { waitedMs } = place;
  return { records: found, next: list ? { ...FIRST_PAGE, list, waitedMs } : null };
}

function waitFor(reply: FetchedReply | undefined, place: CannyPlace): CannyStep {
  const { retries } = place;
  const waitMs = retryAfterOf(reply) ?? 1000 * 2 ** retries;
  const waitedMs = place.waitedMs + waitMs;
  if (retries === MAX_RETRIES || waitedMs > MAX_WAIT_MS)
    throw new UnreadableFile("Canny does not respond. Try again later");
  return { waitMs, next: { ...place, retries: retries + 1, waitedMs } };
}

function pageOf({ status, body }: FetchedReply, path: string): z.output<typeof Page> {
  if (status === 401 || status === 403) throw new UnreadableFile("Canny does not accept the key");
  const page = status === 200 ? Page.safeParse(parsed(body)).data : undefined;
  if (!page || "error" in page)
    throw new UnreadableFile(`Canny has refused to list ${path} (status ${String(status)})`);
  return page;
}

function recordsOf(page: z.output<typeof Page>, name: string): unknown[] {
  const records = page[name];
  if (!Array.isArray(records)) throw new UnreadableFile(`Canny has sent no ${name}`);
  return records;
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
