import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { ApiScope } from "#contract/scopes.ts";
import { HttpError } from "#server/platform/http/httpError.ts";

/** An API key as which a request acts. */
export interface ApiKeyUse {
  readonly id: number;
  /** The account that is the author of what the key writes. */
  readonly accountId: number;
  readonly scopes: readonly ApiScope[];
}

const PREFIX = "hb_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Number of base62 digits of 32 bytes. */
const LENGTH = 43;
const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${String(LENGTH)}}$`);
const KEY_IN_QUERY = new RegExp(`[?&][^=&]*=${PREFIX}[0-9A-Za-z]{${String(LENGTH)}}(?:&|$)`);

/** Creates a key of 256 random bits in base62. The database stores only its SHA-256. */
export function newApiKey(): string {
  let rest = BigInt(`0x${randomBytes(32).toString("hex")}`);
  let digits = "";
  for (; digits.length < LENGTH; rest /= 62n) digits = (DIGITS[Number(rest % 62n)] ?? "") + digits;
  return PREFIX + digits;
}

/** Whether a request is sent with an API key, which need not be valid. */
export function hasApiKey({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return /^bearer +hb_/i.test(headers.authorization ?? "");
}

/**
 * Returns the API key of a request; null for a request without a key.
 * @throws HttpError 401 for a malformed key, and if the header is sent twice
 */
export function readApiKey(request: Pick<FastifyRequest, "headers" | "raw">): string | null {
  if (!hasApiKey(request)) return null;
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  const sent = names.filter((name) => name.toLowerCase() === "authorization");
  const key = request.headers.authorization?.replace(/^bearer +/i, "") ?? "";
  if (sent.length > 1 || !KEY.test(key)) throw invalidApiKey();
  return key;
}

/**
 * Refuses a request with a key in its address, where proxies log it.
 * @throws HttpError 401
 */
export function refuseKeyInQuery({ url }: Pick<FastifyRequest, "url">): void {
  if (KEY_IN_QUERY.test(url))
    throw new HttpError(401, "Send the API key in the Authorization header, as Bearer hb_…");
}

/** Creates the error for every key that does not work, whatever the reason. */
export function invalidApiKey(): HttpError {
  return new HttpError(401, "This API key is not valid here", {
    headers: { "www-authenticate": "Bearer" },
  });
}
