import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route stores a large file while the file arrives. */
    isLargeUpload?: boolean;
  }
}

/**
 * Maximum number of milliseconds that a client can take to send any request with its body. A 500 MB
 * import needs an upload rate of about 1.2 Mbit/s.
 */
export const LARGE_UPLOAD_MS = 3_600_000;

/**
 * Maximum number of milliseconds that a client can take to send the body of a request, except to a
 * route for large uploads. Uploading a 5 MB logo over a slow line takes less.
 */
export const BODY_MS = 180_000;

const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/**
 * Responds with 408 and closes the connection if the body of a request has not arrived after `ms`
 * milliseconds. Bodies for routes with `isLargeUpload` are limited by Node's `requestTimeout` only.
 */
export function limitBodyTime(app: FastifyInstance, ms = BODY_MS): void {
  app.addHook("onRequest", ({ raw, routeOptions }, _reply, next) => {
    // A request that is injected into the app has no connection.
    const isConnected = raw.socket instanceof Socket;
    if (isConnected && hasBody(raw) && routeOptions.config.isLargeUpload !== true)
      closeAfter(raw, ms);
    next();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"] ?? "0";
  return length !== "0" || headers["transfer-encoding"] !== undefined;
}

function closeAfter(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    request.socket.write(TIMED_OUT);
    request.socket.destroySoon();
  }, ms).unref();
  const clear = () => clearTimeout(timer);
  request.once("end", clear).once("close", clear);
}
