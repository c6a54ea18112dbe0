import { BlockList, isIP } from "node:net";
import type { CustomFetch } from "openid-client";
import { LRUCache } from "lru-cache";
import type { Config } from "#server/platform/config/config.ts";
import { demoIssuerOf } from "#server/platform/config/demoIssuerOf.ts";
import type { FetchedReply, FetchPolicy } from "#server/platform/net/guardedFetch.ts";
import { guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { isPublicAddress } from "#server/platform/net/isPublicAddress.ts";

/** Milliseconds that a provider has for each answer. */
const ANSWER_MS = 8_000;

/** The largest documents, keys and claims of known providers have 60 kB. */
const ANSWER_BYTES = 256 * 1024;

/** The port that Keycloak and others use beside 443. */
const OTHER_PORTS = [8443];

/** How long a discovery document is used. */
const DISCOVERY_MS = 10 * 60_000;

const discoveries = new LRUCache<string, FetchedReply>({
  max: 500,
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ body }) => Math.max(body.length, 1),
  ttl: DISCOVERY_MS,
});

const linkLocal = new BlockList();
linkLocal.addSubnet("169.254.0.0", 16, "ipv4");
linkLocal.addSubnet("fe80::", 10, "ipv6");

/** Clouds serve the credentials of machines at link-local addresses. */
const isNotLinkLocal = (address: string) =>
  !linkLocal.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** What decides which providers can be asked. */
export type ProviderConfig = Pick<
  Config,
  "allowPrivateProviders" | "host" | "baseDomain" | "port" | "demo"
>;

/** Whether an address is that of the provider that a demo runs itself. */
function isOfDemo(address: string, config: ProviderConfig): boolean {
  const issuer = demoIssuerOf(config);
  return issuer !== null && (address === issuer || address.startsWith(`${issuer}/`));
}

/** Whether the provider's addresses may begin with http. */
export const admitsHttp = (issuer: string, config: ProviderConfig): boolean =>
  config.allowPrivateProviders || isOfDemo(issuer, config);

/**
 * Returns which servers can be asked. In a closed network (`ALLOW_PRIVATE_PROVIDERS`), this includes
 * private addresses and any port.
 */
export function providerReach(address: string, config: ProviderConfig): Partial<FetchPolicy> {
  if (!admitsHttp(address, config)) return { mayReach: isPublicAddress, ports: OTHER_PORTS };
  const port = URL.canParse(address) ? new URL(address).port : "";
  return { mayReach: isNotLinkLocal, ports: port === "" ? [] : [Number(port)] };
}

/**
 * Returns the function with which `openid-client` sends its requests. Discovery documents are kept
 * for ten minutes, except those that could not be read.
 */
export function providerFetch(
  config: ProviderConfig,
  { isFresh = false }: { isFresh?: boolean } = {},
): CustomFetch {
  return async (url, { method, headers, body }) => {
    const isDiscovery = method === "GET" && url.endsWith("/.well-known/openid-configuration");
    const kept = isDiscovery && !isFresh ? discoveries.get(url) : undefined;
    const reply =
      kept ??
      (await guardedFetch(url, {
        ...providerReach(url, config),
        milliseconds: ANSWER_MS,
        bytes: ANSWER_BYTES,
        message: {
          method: method === "POST" ? "POST" : "GET",
          headers,
          body: textOf(body),
        },
      }));
    if (isDiscovery && reply.status === 200) discoveries.set(url, reply);
    return responseOf(reply);
  };
}

/** `openid-client` sends forms only. */
const textOf = (body: unknown) =>
  body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : "";

/** Statuses whose responses have no body. */
const EMPTY = new Set([204, 205, 304]);

function responseOf({ status, headers, body }: FetchedReply): Response {
  const single = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const isOdd = status < 200 || status > 599;
  return new Response(EMPTY.has(status) ? null : new Uint8Array(body), {
    status: isOdd ? 502 : status,
    headers: single,
  });
}
