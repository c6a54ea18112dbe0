import type { SiteBrandingSettings } from "#contract/branding.ts";
import type { Company } from "#contract/companies.ts";
import type { Portal } from "#contract/portal.ts";
import { BOOT_ELEMENT_ID } from "./api/boot.ts";
import type { PageHead } from "#web/app/layout/PageMeta.tsx";
import type { PageAssets, Stylesheet } from "./pageAssets.ts";
import { brandStyle } from "#web/features/theme/brandStyle.ts";
import type { Theme } from "#web/features/theme/ThemeContext.tsx";

export interface DocumentParts {
  readonly origin: string;
  readonly head: PageHead;
  readonly portal: Portal;
  /** The company whose logo and colours the page shows. */
  readonly company: Company | null;
  readonly theme: Theme;
  readonly assets: PageAssets;
  readonly stylesheet: Stylesheet;
  /** The chunks that this page needs in addition to the entry's chunks. */
  readonly pageChunks: readonly string[];
  /** The rendered HTML of the app. */
  readonly appHtml: string;
  /**
   * The boot data as JSON. The text must not be able to close the script element that contains it.
   */
  readonly bootJson: string;
}

/**
 * An HTML document in UTF-8. The content security policy allows the document's style elements by
 * the hashes of their texts in `styles`.
 */
export interface RenderedDocument {
  readonly html: Uint8Array<ArrayBuffer>;
  readonly styles: readonly string[];
}

/**
 * Renders the whole HTML document. Except in development, the only inline script element contains
 * JSON data, which the browser does not execute.
 */
export function renderDocument(parts: DocumentParts): RenderedDocument {
  const { theme, assets, stylesheet, pageChunks, appHtml, bootJson } = parts;
  const branding: SiteBrandingSettings = {
    ...parts.portal.site.brandingSettings,
    ...parts.company?.brandingSettings,
  };
  const ownStyle = brandStyle(branding);
  const beforeCss = [
    `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    descriptionTags(parts),
    `<meta name="theme-color" content="${escapeHtml(branding.primaryColor)}">`,
    // Fonts are not preloaded: a preload delays the first paint on a slow phone by 0.1 seconds.
    // A page with more classes loads the stylesheet of all pages (otherPages.ts).
    stylesheet.all === null ? "<style>" : `<style data-all-styles="${stylesheet.all}">`,
  ].join("");
  const afterCss = [
    `</style><style>${ownStyle}</style>`,
    assets.headHtml ?? "",
    // Scripts follow the styles, because the first paint needs no script.
    ...[...assets.preloads, ...pageChunks].map(
      (href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`,
    ),
    `<script type="module" fetchpriority="low" src="${assets.entry}"></script></head>`,
    `<body><div id="root">${appHtml}</div>`,
    `<script type="application/json" id="${BOOT_ELEMENT_ID}">${bootJson}</script></body></html>`,
  ].join("");
  const html = joined([utf8.encode(beforeCss), cssBytes(stylesheet), utf8.encode(afterCss)]);
  return { html, styles: [stylesheet.css, ownStyle] };
}

const utf8 = new TextEncoder();

/**
 * Encodes a stylesheet once and caches the bytes, because the stylesheet is the largest part of a
 * document and never changes.
 */
function cssBytes(stylesheet: Stylesheet): Uint8Array {
  const bytes = encodedCss.get(stylesheet) ?? utf8.encode(stylesheet.css);
  encodedCss.set(stylesheet, bytes);
  return bytes;
}

const encodedCss = new WeakMap<Stylesheet, Uint8Array>();

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Returns the tags of title, description, robots, canonical URL, Open Graph and icon. */
function descriptionTags({ head, portal, company, origin }: DocumentParts): string {
  const canonical = origin + head.path;
  const siteName = company?.name ?? portal.site.siteName;
  const logoUrl = company ? company.logoUrl : portal.site.logoUrl;
  const picture = head.image ?? logoUrl;
  const image = picture === null ? null : origin + picture;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta("name", "description", head.description),
    meta("name", "robots", head.noIndex ? "noindex" : null),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    meta("property", "og:title", head.title),
    meta("property", "og:description", head.description),
    meta("property", "og:type", "website"),
    meta("property", "og:url", canonical),
    meta("property", "og:site_name", siteName),
    meta("property", "og:image", image),
    meta("name", "twitter:card", head.image ? "summary_large_image" : null),
    head.feed
      ? `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(origin + head.feed)}">`
      : "",
    `<link rel="icon" href="${escapeHtml(logoUrl ?? "/favicon.svg")}">`,
  ].join("");
}

function meta(attribute: "name" | "property", key: string, content: string | null): string {
  return content === null ? "" : `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
