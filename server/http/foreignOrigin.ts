import type { IncomingHttpHeaders } from "node:http";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a browser sent this request from a page of another origin (DECISIONS "HTTP"). A sibling tenant's host is same-site
 * but foreign. A client that is no browser sends neither header and carries no ambient cookie.
 */
export function isForeignOrigin(method: string, headers: IncomingHttpHeaders, host: string): boolean {
  if (SAFE_METHODS.has(method)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  if (headers.origin === undefined) return false;
  try {
    return new URL(headers.origin).host !== host.toLowerCase();
  } catch {
    return true;
  }
}
