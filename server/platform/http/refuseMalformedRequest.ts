import type { FastifyRequest } from "fastify";
import { HttpError } from "./httpError.ts";

/**
 * Refuses requests that a proxy and this server could interpret differently (request smuggling): an
 * absolute request target (`GET http://other/ HTTP/1.1`), more than one Host header (RFC 9112
 * section 3.2), and ambiguous body lengths (section 6.1).
 * @throws HttpError 400
 */
export function refuseMalformedRequest({ raw }: Pick<FastifyRequest, "raw">): void {
  const hosts = raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === "host",
  );
  const coding = raw.headers["transfer-encoding"]?.toLowerCase() ?? "chunked";
  if (hosts.length > 1 || coding !== "chunked" || !raw.url?.startsWith("/"))
    throw new HttpError(400, "Invalid request");
}
