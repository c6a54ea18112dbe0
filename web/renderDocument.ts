import type { SiteBrandingSettings } from "#contract/branding.ts";
import type { Company } from "#contract/companies.ts";
import type { Portal } from "#contract/portal.ts";
import { BOOT_ELEMENT_ID } from "./api/boot.ts";
import type { PageHead } from "./layout/HeadContext.ts";
import type { PageAssets } from "./pageAssets.ts";
import { brandStyle } from "./theme/brandStyle.ts";
import type { Theme } from "./theme/ThemeContext.tsx";

export interface DocumentParts {
  readonly origin: string;
  readonly head: PageHead;
  readonly portal: Portal;
  /** The company whose look the page wears. */
  readonly company: Company | null;
  readonly theme: Theme;
  readonly assets: PageAssets;
  /** Chunks of this very page. */
  readonly pageChunks: readonly string[];
  /** The rendered app. */
  readonly appHtml: string;
  /** Already safe inside a script element. */
  readonly bootJson: string;
}

/** An HTML document, and the texts of its style elements, by whose hashes the page's policy knows them. */
export interface RenderedDocument {
  readonly html: string;
  readonly styles: readonly string[];
}

/** The whole HTML document. No script in it is inline. */
export function renderDocument(parts: DocumentParts): RenderedDocument {
  const { theme, assets, pageChunks, appHtml, bootJson } = parts;
  const branding: SiteBrandingSettings = {
    ...parts.portal.site.brandingSettings,
    ...parts.company?.brandingSettings,
  };
  const styles = [assets.css, brandStyle(branding)];
  const html = [
    `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    descriptionTags(parts),
    `<meta name="theme-color" content="${escapeHtml(branding.primaryColor)}">`,
    ...assets.fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
    ),
    ...styles.map((style) => `<style>${style}</style>`),
    assets.headHtml ?? "",
    ...[...assets.preloads, ...pageChunks].map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${assets.entry}"></script></head>`,
    `<body><div id="root">${appHtml}</div>`,
    `<script type="application/json" id="${BOOT_ELEMENT_ID}">${bootJson}</script></body></html>`,
  ].join("");
  return { html, styles };
}

/** Title, description, canonical address, Open Graph and icon. */
function descriptionTags({ head, portal, company, origin }: DocumentParts): string {
  const canonical = origin + head.path;
  const siteName = company?.name ?? portal.site.siteName;
  const logoUrl = company ? company.logoUrl : portal.site.logoUrl;
  const image = logoUrl === null ? null : origin + logoUrl;
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
