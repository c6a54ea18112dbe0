import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/**
 * The policy of responses that are not pages. It allows nothing, because browsers never render
 * these responses.
 */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * Cached policy sources of style elements, by the text of the element. All pages of one tenant
 * share the same styles.
 */
const styleHashes = new LRUCache<string, string>({
  max: 500,
  memoMethod: (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
});

/** Returns the policy source of a style element with this text. */
export const styleSource = (style: string): string => styleHashes.memo(style);

/**
 * Forbids assigning strings to script and markup sinks. The portal's pages do not need such
 * assignments and define no policy that could create trusted values.
 */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/**
 * Builds the content security policy of a page. It allows content of the page's own origin, no
 * inline scripts, and only inline styles whose hashes are listed. During development, all inline
 * scripts and styles are allowed. Hashes, unlike nonces, allow caching the page. `style-src-attr`
 * is needed for the positions that menus compute.
 */
export function pagePolicy(styles: readonly string[], isDevelopment = false): string {
  const development = isDevelopment ? " 'unsafe-inline'" : "";
  const styleSources = isDevelopment ? "'unsafe-inline'" : styles.map(styleSource).join(" ");
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

/**
 * Policy of an uploaded picture. The picture can be displayed but cannot run scripts or load
 * anything (docs/product-decisions.md "HTTP").
 */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Sets the headers of every response. A route can replace the policy later. */
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
