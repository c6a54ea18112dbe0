import type { FastifyReply, FastifyRequest } from "fastify";

/** Nothing of an API answer is ever rendered. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * What a page may load: everything from its own origin, scripts never inline, styles inline only with this response's nonce.
 * `style-src-attr` is for the positions that dialogs and menus compute.
 */
export function pagePolicy(nonce: string, isDevelopment: boolean): string {
  const development = isDevelopment ? " 'unsafe-inline'" : "";
  return [
    "default-src 'none'",
    `script-src 'self'${development}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** An uploaded picture shows itself and does nothing (DECISIONS "HTTP"). */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** On every answer; a route may set a policy of its own afterwards. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    "content-security-policy": NOTHING,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000");
}
