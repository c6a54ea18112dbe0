import { createHash } from "node:crypto";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { RelyingParty } from "./passkeys.queries.ts";

/**
 * Returns the relying party of a host. The base domain serves all hosts below it. A custom domain
 * has its own passkeys, and so has a host below a base domain of one label, such as `localhost`,
 * because browsers refuse it for the hosts below it.
 */
export function relyingPartyOf({
  host,
  hostCompany,
  config: { baseDomain },
}: Pick<RequestContext, "host" | "hostCompany" | "config">): RelyingParty {
  if (host.domain !== null) return { rpId: host.domain, domainCompanyId: hostCompany?.id ?? null };
  const isBelow = baseDomain.includes(".") && host.name.endsWith(`.${baseDomain}`);
  return { rpId: isBelow ? baseDomain : host.name, domainCompanyId: null };
}

/** Whether the passkeys of a relying party work on all hosts below it as well. */
export function isShared(
  { rpId }: RelyingParty,
  { baseDomain }: Pick<RequestContext["config"], "baseDomain">,
): boolean {
  return rpId === baseDomain && baseDomain.includes(".");
}

/**
 * Returns the origin that a client has signed if it is an origin of this host; otherwise a text that
 * is no origin. As for the header `Origin`, https is accepted where the portal received http, because
 * a proxy possibly terminates TLS. The port is not compared: it belongs to the same host.
 */
export function expectedOrigin(
  clientDataJson: string,
  { host, isHttps }: Pick<RequestContext, "host" | "isHttps">,
): string {
  try {
    const text = Buffer.from(clientDataJson, "base64url").toString();
    const { origin } = JSON.parse(text) as { origin?: unknown };
    const { hostname, protocol } = new URL(String(origin));
    const isOwn = hostname === host.name && (protocol === "https:" || !isHttps);
    if (isOwn && typeof origin === "string") return origin;
  } catch {
    // The text is no JSON, or the origin is no URL.
  }
  return "no origin of this host";
}

/** Returns the id by which authenticators know an account. It reveals nothing about the account. */
export function userHandleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHash("sha256")
      .update(`passkey of ${String(userId)}`)
      .digest(),
  );
}
