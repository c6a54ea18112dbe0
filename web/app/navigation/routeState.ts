import type { ComponentType } from "react";
import type { PathParams } from "./pathTable.ts";

/** A URL within the portal. */
export interface Location {
  /** Percent-encoded path, as in the address bar. */
  readonly pathname: string;
  /** The query including `?`; empty if the URL has none. */
  readonly search: string;
  /** The fragment including `#`; empty if the URL has none. */
  readonly hash: string;
  /** State that the navigation stored in the history entry; null if there is none. */
  readonly state: unknown;
  /** Key of the history entry. It stays the same after a reload. */
  readonly key: string;
  /**
   * Path, query and fragment of the page from which this page was opened; null if the document was
   * opened at this page.
   */
  readonly previous: string | null;
}

/** Which part failed to load: only the page, or the page with its layout. */
export type FailedPart = "frame" | "page";

/** The page of a URL, or the error if the page failed to load. */
export type Content =
  | { readonly Page: ComponentType }
  | {
      readonly failed: FailedPart;
      readonly error: unknown;
      /** Whether the page's code could not be fetched, or a call got no response. */
      readonly isNetworkError: boolean;
    };

/** A URL and its content. */
export interface RouteState {
  readonly location: Location;
  /** The values of the path's parameters. */
  readonly params: PathParams;
  readonly content: Content;
  /**
   * Scroll position after rendering: a number of pixels, "start" (the top or the hash target), or
   * "keep" (unchanged).
   */
  readonly scroll: number | "start" | "keep";
}
