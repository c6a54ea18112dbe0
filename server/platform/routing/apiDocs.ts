import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sessionCookieName } from "#server/platform/access/sessionToken.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { styleSource } from "#server/platform/http/securityHeaders.ts";
import { GUIDES, mountApiGuides } from "./apiGuides.ts";
import { openApiDocument } from "./openApi.ts";
import type { Route } from "./route.ts";

const REDOC = join(ROOT, "node_modules", "redoc", "bundles", "redoc.standalone.js");

/**
 * Redoc shows its name as a picture of its own host, which the policy would block with an error on
 * the console. The name is written by `STYLE` instead.
 */
const REDOC_LOGO = "https://cdn.redoc.ly/redoc/logo-mini-full.svg";

const STYLE = `body { margin: 0 } nav { border-bottom: 1px solid #8884; display: flex; font: .875rem/1.5 system-ui, sans-serif; gap: 1.5rem; overflow-x: auto; padding: .875rem 1rem; white-space: nowrap } nav a { color: inherit; text-decoration: none } nav a:hover { text-decoration: underline } a[href="https://redocly.com/redoc/"] p::after { content: " Redoc" } @media (max-width: 47.99rem) { redoc h1 { font-size: 1.5rem !important } }`;

const guideLinks = Object.entries(GUIDES)
  .map(([name, title]) => `<a href="/api/docs/${name}">${title}</a>`)
  .join(" ");

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>HTTP API</title><style>${STYLE}</style></head>
<body><nav aria-label="Tasks">${guideLinks} <a href="/">Portal</a></nav><redoc spec-url="/api/openapi.json" disable-telemetry="true"></redoc>
<noscript>This page needs JavaScript. <a href="/api/openapi.json">The OpenAPI document</a> does not.</noscript>
<script type="module" src="/api/docs/redoc.js"></script></body></html>`;

/**
 * Redoc adds empty style elements, whose rules it inserts by script, and an icon font as a data
 * URL. It assigns strings to `innerHTML`, so trusted types are not required here.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${styleSource(STYLE)} ${styleSource("")}`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Mounts the OpenAPI document at `/api/openapi.json`, its HTML page at `/api/docs`, and a page for
 * each task below it.
 */
export function mountApiDocs(
  app: FastifyInstance,
  routes: readonly Route[],
  provider: { name: string; url?: string },
): void {
  // The protocol determines the name of the session cookie.
  const cache = new Map<boolean, string>();
  const documentFor = ({ protocol }: FastifyRequest): string => {
    const isHttps = protocol === "https";
    let json = cache.get(isHttps);
    if (json === undefined) {
      const sessionCookie = sessionCookieName(isHttps);
      json = JSON.stringify(openApiDocument(routes, { provider, sessionCookie }));
      cache.set(isHttps, json);
    }
    return json;
  };
  app.get("/api/openapi.json", async (request, reply) =>
    reply.type("application/json; charset=utf-8").send(documentFor(request)),
  );
  mountApiGuides(app);
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", POLICY).send(PAGE),
  );
  app.get("/api/docs/redoc.js", async (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send((await readFile(REDOC, "utf8")).replaceAll(REDOC_LOGO, "data:,")),
  );
}
