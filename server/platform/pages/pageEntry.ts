import type { Theme } from "#server/platform/http/theme.ts";

/**
 * A call of an API route during a page's rendering, without HTTP. `name` is the route's method and
 * path, such as "GET /api/feedback/:id". Rejects with the contract's `ApiError`.
 */
export type InProcessCall = (
  name: string,
  input?: { params?: object; query?: object; body?: unknown },
) => Promise<unknown>;

/** Input of the page rendering. */
export interface PageRequest {
  /** Absolute URL; its host has been checked. */
  url: string;
  call: InProcessCall;
  theme: Theme;
  /** Position of the live updates before any data of the page was read. */
  livePosition: string;
}

/** A complete document, or a redirect. */
export interface PageResponse {
  status: number;
  location?: string;
  /** The document in UTF-8. */
  html?: Uint8Array<ArrayBuffer>;
  /** Texts of the document's style elements. */
  styles?: readonly string[];
}

/** A stylesheet's text, and the path of the stylesheet of all pages if this one has less rules. */
interface Stylesheet {
  css: string;
  all: string | null;
}

/** The stylesheets and the scripts' paths, in a build or during development. */
export interface PageAssets {
  styles: { visitors: Stylesheet; all: Stylesheet };
  otherPages: readonly string[];
  entry: string;
  preloads: readonly string[];
  pages: Readonly<Record<string, readonly string[]>>;
  headHtml?: string;
}

/**
 * Exports of `web/app/entry-server.tsx`. The module is loaded at run time, because the server
 * imports no file of the web folder.
 */
export interface PageEntry {
  renderPage(request: PageRequest & { assets: PageAssets }): Promise<PageResponse>;
  assetsFromManifest(manifest: object): Omit<PageAssets, "styles"> & { cssFile: string };
}
