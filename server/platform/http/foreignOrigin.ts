import type { FastifyRequest } from "fastify";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a browser sent this request from a page of another origin (DECISIONS "HTTP"). A sibling tenant's host is same-site
 * but foreign. A client that is no browser sends neither header and carries no ambient cookie.
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
 * Whether a header names exactly this origin, and nothing beside it. A page of https counts although the portal was asked by http:
 * it stands behind a proxy that nobody has told it of. The other way round, somebody on the line has made the page.
 */
function isOrigin(header: string, own: string): boolean {
  const page = new URL(header);
  const { host, protocol } = new URL(own);
  const isWhole = page.href === `${page.protocol}//${page.host}/` && !/[/?#]$/.test(header);
  return (
    isWhole && page.host === host && (page.protocol === "https:" || page.protocol === protocol)
  );
}
