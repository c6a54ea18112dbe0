import type { FastifyRequest } from "fastify";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a browser sent this request from a page of another origin (docs/product-decisions.md
 * "HTTP"). The host of another tenant is same-site, but a foreign origin. Clients that are not
 * browsers send neither header and have no ambient cookies.
 */
export function isForeignOrigin({
  method,
  headers,
  host,
  protocol,
}: Pick<FastifyRequest, "method" | "headers" | "host" | "protocol">): boolean {
  if (SAFE_METHODS.has(method)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  if (headers.origin === undefined) return false;
  try {
    return !isOrigin(headers.origin, `${protocol}://${host}`);
  } catch {
    return true;
  }
}

/**
 * Whether the header is exactly this origin. An https origin matches even if the portal received
 * http, because an unconfigured proxy may terminate TLS. The reverse does not match: a network
 * attacker could have injected the page.
 */
function isOrigin(header: string, own: string): boolean {
  const page = new URL(header);
  const { host, protocol } = new URL(own);
  const isWhole = page.href === `${page.protocol}//${page.host}/` && !/[/?#]$/.test(header);
  return (
    isWhole && page.host === host && (page.protocol === "https:" || page.protocol === protocol)
  );
}
