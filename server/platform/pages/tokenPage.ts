import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/platform/http/httpError.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";

// What pages share to which the secret link of a mail leads. They need neither a session nor
// JavaScript (docs/decisions/0039-unsubscribing.md).

/** The content of the style element of these pages. */
export const TOKEN_PAGE_STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 "Inter Variable", Inter, system-ui, sans-serif;
    --canvas: light-dark(#fbfbfc, #101012); --surface: light-dark(#fff, #18181b); --ink: light-dark(#18181b, #ededf0);
    --muted: light-dark(#5c5c66, #a6a6b0); --line: light-dark(#e6e6ea, #2b2b30); --control: light-dark(#8d8d96, #70707a);
    --danger: light-dark(#b42318, #fda29b) }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--canvas); color: var(--ink) }
  main { max-width: 36rem; margin: 0 auto; padding: clamp(1.5rem, 12vh, 8rem) 1rem 4rem; overflow-wrap: anywhere }
  header { font-weight: 600; margin-bottom: 2rem; overflow-wrap: anywhere } header img { display: block; max-width: 12rem; max-height: 2.5rem }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem } h2 { font-size: 1rem; margin: 0 0 1rem }
  p { margin: 0 0 1rem } small, .muted { color: var(--muted); font-size: .875rem }
  .box { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin-top: 1.5rem }
  .notice { border: 1px solid var(--line); border-radius: .5rem; background: var(--surface); padding: .75rem 1rem; margin: 1rem 0 1.5rem }
  .error { color: var(--danger); font-size: .875rem; margin: .5rem 0 0 }
  fieldset { border: 0; margin: 0 0 1.5rem; padding: 0; min-width: 0 } legend, .label { font-weight: 600; font-size: .875rem; padding: 0; margin-bottom: .5rem; display: block }
  .choice { display: flex; gap: .75rem; padding: .375rem 0 } .choice input { margin: .3125rem 0 0; flex: none; width: 1rem; height: 1rem; accent-color: var(--ink) }
  .choice small { display: block }
  select, button, input:not([type]) { font: inherit; color: inherit; min-height: 2.5rem; border: 1px solid var(--control); border-radius: .5rem; background: var(--surface) }
  select, input:not([type]) { width: 100%; padding: 0 .75rem } button { padding: 0 1rem; cursor: pointer; font-weight: 500; font-size: .875rem }
  a { color: inherit; text-underline-offset: .2em }
  a.button { display: inline-block; padding: .5rem 1rem; border: 1px solid; border-radius: .5rem; font-weight: 500; font-size: .875rem; text-decoration: none }
  .solid { background: var(--ink); color: var(--canvas); border-color: var(--ink) }
  :focus-visible { outline: 2px solid light-dark(#4f46e5, #a5b4fc); outline-offset: 2px }
  ul { list-style: none; margin: 0; padding: 0 } li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .75rem 0; border-top: 1px solid var(--line) }
  li:first-child { border-top: 0; padding-top: 0 } li:last-child { padding-bottom: 0 } li > span { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere }`;

/** The portal whose name or logo heads the page. */
export interface TokenPagePortal {
  name: string;
  logoUrl: string | null;
}

/**
 * Renders the document of a page to which a link in a mail leads, or another page without scripts.
 * `content` is HTML.
 */
export function tokenPage(
  { name, logoUrl }: TokenPagePortal,
  title: string,
  content: string,
  style = TOKEN_PAGE_STYLE,
): string {
  const logo =
    logoUrl === null
      ? escapeHtml(name)
      : `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}">`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="${escapeHtml(logoUrl ?? "/favicon.svg")}"><title>${title} · ${escapeHtml(name)}</title>
<style>${style}</style></head>
<body><main><header>${logo}</header>
<h1>${title}</h1>
${content}
</main></body></html>`;
}

/**
 * Sends a page of the request's portal. Its forms can be sent: browsers send the origin of the form's
 * page only with this referrer policy, and only to the same origin, where it is checked.
 */
export function sendTokenPage(
  { requestContext: { hostCompany, site } }: FastifyRequest,
  reply: FastifyReply,
  title: string,
  content: string,
  style = TOKEN_PAGE_STYLE,
): FastifyReply {
  const portal = {
    name: hostCompany?.name ?? site.siteName,
    logoUrl: hostCompany?.logoUrl ?? null,
  };
  return withPrivateHeaders(reply)
    .header("referrer-policy", "same-origin")
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy([style]))
    .send(tokenPage(portal, title, content, style));
}

/**
 * Returns an e-mail address whose first part is masked, so that only its owner recognizes the
 * address.
 */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

/** Maximum size of a submitted form in bytes. */
const BODY_LIMIT = 4096;

/** Accepts forms as bodies, and nothing else. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    ["application/x-www-form-urlencoded", "multipart/form-data"],
    { parseAs: "string", bodyLimit: BODY_LIMIT },
    readForm,
  );
}

async function readForm({ headers }: FastifyRequest, body: string): Promise<FormData> {
  const form = new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } });
  return form.formData().catch(() => {
    throw new HttpError(400, "Invalid request");
  });
}

/** Whether a mail provider has posted the form for its user (RFC 8058). */
export function isOneClick(form: FormData): boolean {
  return form.get("List-Unsubscribe") === "One-Click";
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * A UUID that belongs to nobody. A malformed token is replaced by this UUID, so that it is
 * looked up like an unknown token.
 */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Returns a token in the form in which it is looked up. */
export function uuidOf(token: string): string {
  return UUID.test(token) ? token : NOBODY;
}

/**
 * Adds headers that keep the token out of caches and search engines, and out of the Referer header
 * of requests to other sites.
 */
export function withPrivateHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
}
