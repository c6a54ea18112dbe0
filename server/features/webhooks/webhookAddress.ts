import { NO_ADDRESS } from "#contract/webhooks.ts";
import type { WebhookKind } from "#contract/webhooks.ts";
import type { Config } from "#server/platform/config/config.ts";
import { matchHost } from "#server/platform/http/hosts.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import type { FetchPolicy } from "#server/platform/net/guardedFetch.ts";
import { FetchRefusedError, refuseForbiddenAddress } from "#server/platform/net/guardedFetch.ts";
import { isPublicAddress } from "#server/platform/net/isPublicAddress.ts";

/** Milliseconds that the look-up of a name can take while an endpoint is saved. */
const LOOK_UP_MS = 1_500;

const isLoopback = (address: string) => address === "127.0.0.1" || address === "::1";
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns which addresses can be reached. In development, this includes the loopback interface, with
 * any port.
 */
export function reachOf(
  address: string,
  { isDevelopment }: Pick<Config, "isDevelopment">,
): Partial<FetchPolicy> {
  if (!isDevelopment || !isLoopbackUrl(address)) return { mayReach: isPublicAddress };
  const { port } = new URL(address);
  return { mayReach: isLoopback, ports: port === "" ? [] : [Number(port)] };
}

const isLoopbackUrl = (address: string) => LOOPBACK_HOSTS.has(new URL(address).hostname);

/**
 * Refuses an address to which nothing may be sent: without https, of this portal, or of a private
 * network.
 * @param isOwnDomain whether a host is the custom domain of a company
 * @throws HttpError 400 beside the field
 */
export async function refuseWrongAddress(
  address: string,
  config: Pick<Config, "isDevelopment" | "baseDomain" | "previewHosts">,
  isOwnDomain: (host: string) => Promise<boolean>,
): Promise<void> {
  const url = new URL(address);
  const isDevelopmentUrl = config.isDevelopment && isLoopbackUrl(address);
  if (url.protocol !== "https:" && !isDevelopmentUrl) throw refusal(NO_ADDRESS);
  if (url.username !== "" || url.password !== "")
    throw refusal("The address must not contain a password");
  if (!isDevelopmentUrl) {
    const host = url.hostname.replace(/\.$/, "");
    const isOwn = matchHost(host, config).kind !== "domain";
    if (isOwn || (await isOwnDomain(host)))
      throw refusal("The address must not be one of this portal");
  }
  try {
    await refuseForbiddenAddress(address, {
      ...reachOf(address, config),
      milliseconds: LOOK_UP_MS,
    });
  } catch (error) {
    if (error instanceof FetchRefusedError) throw refusal(MESSAGES[error.message] ?? error.message);
    throw error;
  }
}

/** What the form says for errors that are worded for logs. */
const MESSAGES: Readonly<Record<string, string>> = {
  "This host is not allowed": "This address is not on the public internet",
  "This port is not allowed": "The address must use the usual port of https, 443",
};

const refusal = (message: string) => invalid({ url: [message] });

/**
 * Returns what admins see of an address. The address of a chat is a secret, so only its host and the
 * first part of its path are shown.
 */
export function shownAddress(kind: WebhookKind, address: string): string {
  if (kind === "webhook") return address;
  const { origin, pathname } = new URL(address);
  const [, first = ""] = pathname.split("/");
  const start = first.length <= 20 ? first : "";
  return `${origin}/${start}${start === "" ? "" : "/"}…`;
}
