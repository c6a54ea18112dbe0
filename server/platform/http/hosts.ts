/** What a host name refers to, as far as it can be determined without the database. */
export type HostMatch =
  | { kind: "product" }
  | { kind: "subdomain"; subdomain: string }
  | { kind: "domain"; domain: string };

export interface HostRules {
  /** The product's own host, in lower case, without port. */
  baseDomain: string;
  /** Patterns of hosts that are treated as the product's own host; `*` matches one label. */
  previewHosts: readonly string[];
}

/**
 * Splits a Host header into a lower-case host name without trailing dot, and a port. Returns null
 * if the header is not a host name.
 */
export function parseHost(header: string | undefined): { hostname: string; port: string } | null {
  const match = /^(?<hostname>[a-z0-9.-]{1,253}?)\.?(?::(?<port>\d{1,5}))?$/i.exec(header ?? "");
  const hostname = match?.groups?.hostname?.toLowerCase();
  if (!hostname || Number(match?.groups?.["port"] ?? 0) > 65_535) return null;
  return { hostname, port: match?.groups?.port ?? "" };
}

/**
 * Returns what a host name refers to according to the configured hosts (docs/product-decisions.md
 * "Hosts, tenants, viewers").
 */
export function matchHost(hostname: string, { baseDomain, previewHosts }: HostRules): HostMatch {
  if (
    hostname === baseDomain ||
    previewHosts.some((pattern) => matchesPattern(hostname, pattern))
  ) {
    return { kind: "product" };
  }
  if (hostname.endsWith(`.${baseDomain}`)) {
    return { kind: "subdomain", subdomain: hostname.slice(0, -baseDomain.length - 1) };
  }
  return { kind: "domain", domain: hostname };
}

function matchesPattern(hostname: string, pattern: string): boolean {
  const labels = hostname.split(".");
  const expected = pattern.split(".");
  return (
    labels.length === expected.length &&
    expected.every((label, index) => label === "*" || label === labels[index])
  );
}
