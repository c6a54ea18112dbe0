import type { FastifyRequest } from "fastify";
import { parseHost } from "#server/platform/http/hosts.ts";
import { notFound } from "#server/platform/http/httpError.ts";

/**
 * Encoded line ends. No route matches a path that contains an encoded line end, not even the route
 * for unknown pages.
 */
const LINE_END = /%(?:0a|0d|e2%80%a[89])/i;

/**
 * Returns the absolute URL of the requested page.
 * @throws HttpError 404 for a path that starts like another host's URL (`//`) or contains a line
 * end
 */
export function pageUrl(request: FastifyRequest): string {
  if (LINE_END.test(request.url.split("?", 1)[0] ?? "")) throw notFound();
  const host = parseHost(request.host);
  const port = host?.port ? `:${host.port}` : "";
  const url = `${request.protocol}://${host?.hostname ?? ""}${port}${request.url}`;
  if (!URL.canParse(url) || new URL(url).pathname.startsWith("//")) throw notFound();
  return url;
}

/**
 * Returns a redirect target as a path of the page's own origin, encoded for a header. A target of
 * another origin becomes `/`.
 */
export function localPath(location: string, url: string): string {
  const { origin, pathname, search, hash } = new URL(location, url);
  return origin === new URL(url).origin && !pathname.startsWith("//")
    ? pathname + search + hash
    : "/";
}
