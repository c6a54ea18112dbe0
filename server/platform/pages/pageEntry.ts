import type { Endpoint } from "#contract/endpoint.ts";
import type { Theme } from "#server/platform/http/theme.ts";

/** A call made while a page is drawn; rejects with the contract's `ApiError`, as over HTTP. */
export type InProcessCall = (
  endpoint: Pick<Endpoint, "method" | "path">,
  input?: { params?: object; query?: object; body?: unknown },
) => Promise<unknown>;

/** What a page is drawn from. */
export interface PageRequest {
  /** Absolute, on a host that is known to be ours. */
  url: string;
  call: InProcessCall;
  theme: Theme;
  /** Where the stream of live updates stood before anything of the page was read. */
  livePosition: string;
}

/** A whole document, or a way to another page. */
export interface PageResponse {
  status: number;
  location?: string;
  /** In UTF-8. */
  html?: Uint8Array<ArrayBuffer>;
  /** Texts of the document's style elements. */
  styles?: readonly string[];
}

/** The built stylesheet and scripts, as `assetsFromManifest` lists them. */
export interface PageAssets {
  css: string;
  entry: string;
  preloads: readonly string[];
  pages: Readonly<Record<string, readonly string[]>>;
  headHtml?: string;
}

/** What `web/app/entry-server.tsx` exports. It is loaded when the portal runs: no file of the server imports one of the web. */
export interface PageEntry {
  renderPage(request: PageRequest & { assets: PageAssets }): Promise<PageResponse>;
  assetsFromManifest(manifest: object): Omit<PageAssets, "css"> & { cssFile: string };
}
