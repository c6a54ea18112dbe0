import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether pages of other origins are allowed to send changes to this route. Set this only for
     * routes that identify nobody by a cookie.
     */
    admitsForeignOrigin?: boolean;
  }
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a browser sent this request from a page of another origin (docs/product-decisions.md
 * "HTTP"). Always false for methods that change nothing, such as GET. The host of another tenant is
 * same-site, but another origin. A request without `Sec-Fetch-Site` and `Origin` comes from a
 * client that is not a browser. No page of another origin can make such a client send a user's
 * cookies.
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
 * http, because a proxy that is not configured in the portal possibly terminates TLS. An http
 * origin does not match https, because a network attacker could have injected the page.
 */
function isOrigin(header: string, own: string): boolean {
  const page = new URL(header);
  const { host, protocol } = new URL(own);
  const isWhole = page.href === `${page.protocol}//${page.host}/` && !/[/?#]$/.test(header);
  return (
    isWhole && page.host === host && (page.protocol === "https:" || page.protocol === protocol)
  );
}
