import type { JWTVerifyGetKey } from "jose";
import { createRemoteJWKSet, customFetch } from "jose";
import { LRUCache } from "lru-cache";
import type { FetchPolicy } from "#server/platform/net/guardedFetch.ts";
import { FetchRefusedError, guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { TokenRefusedError } from "./verifyToken.ts";

/** Milliseconds that the server of an application can take to send its keys. */
const FETCH_MS = 3_000;
/** Milliseconds until keys that could not be read are asked for again. */
const PAUSE_MS = 10_000;

/**
 * The public keys that applications publish, by company and address. Each process reads them for
 * itself, at most every ten minutes, or every half minute if a token names an unknown key.
 */
const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: 500, ttl: 24 * 60 * 60 * 1000 });

/** Returns the function that finds the public key of a token. */
export function keysOf(
  companyId: number,
  jwksUrl: string,
  reach: Partial<FetchPolicy>,
): JWTVerifyGetKey {
  const name = `${String(companyId)} ${jwksUrl}`;
  const known = keySets.get(name);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: fetchKeys(reach) });
  keySets.set(name, keys);
  return keys;
}

function fetchKeys(reach: Partial<FetchPolicy>) {
  let failure: { error: TokenRefusedError; until: number } | undefined;
  return async (url: string): Promise<Response> => {
    if (failure && Date.now() < failure.until) throw failure.error;
    try {
      return await readKeys(url, reach);
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      failure = { error, until: Date.now() + PAUSE_MS };
      throw error;
    }
  };
}

async function readKeys(url: string, reach: Partial<FetchPolicy>): Promise<Response> {
  const refusal = (reason: string) =>
    new TokenRefusedError(`The public keys at ${url} cannot be read: ${reason}.`);
  try {
    const { status, body } = await guardedFetch(url, { ...reach, milliseconds: FETCH_MS });
    if (status !== 200) throw refusal(`the answer has the status ${String(status)}`);
    const set: unknown = JSON.parse(body.toString());
    const isSet =
      typeof set === "object" && set !== null && "keys" in set && Array.isArray(set.keys);
    if (!isSet) throw refusal("the answer is no JSON Web Key Set");
    return Response.json(set);
  } catch (error) {
    if (error instanceof FetchRefusedError) throw refusal(error.message.toLowerCase());
    if (error instanceof SyntaxError) throw refusal("the answer is no JSON");
    throw error;
  }
}
