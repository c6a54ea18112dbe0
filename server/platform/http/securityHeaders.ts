import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Nothing of an API answer is ever rendered. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** One style element's hash, as a policy names it. Styles are few and the same for every page of a tenant. */
const hashes = new Map<string, string>();
const HASHES_KEPT = 500;

function hashOf(style: string): string {
  let hash = hashes.get(style);
  if (hash === undefined) {
    if (hashes.size >= HASHES_KEPT) hashes.clear();
    hash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
    hashes.set(style, hash);
  }
  return hash;
}

/** No text becomes markup, a script or a script's address in the browser: our pages set none, and define no policy that could. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/**
 * What a page may load: everything from its own origin, scripts never inline, and of inline styles only those of the page, known by
 * their hashes, so that the same page can be sent again. `style-src-attr` is for the positions that menus compute.
 */
export function pagePolicy(styles: readonly string[], isDevelopment = false): string {
  const development = isDevelopment ? " 'unsafe-inline'" : "";
  const styleSources = isDevelopment ? "'unsafe-inline'" : styles.map(hashOf).join(" ");
  return [
    "default-src 'none'",
    `script-src 'self'${development}`,
    `style-src 'self' ${styleSources}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isDevelopment ? [] : TRUSTED_TYPES),
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
