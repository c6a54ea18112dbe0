import type { ComponentType } from "react";
import type { PathParams } from "./pathTable.ts";

/** An address within the portal. */
export interface Location {
  /** Percent-encoded, as in the address bar. */
  readonly pathname: string;
  /** The query including `?`; empty if the address has none. */
  readonly search: string;
  /** The fragment including `#`; empty if the address has none. */
  readonly hash: string;
  /** State that the navigation stored in the history entry; null if none. */
  readonly state: unknown;
  /** Identifies the history entry, also after a reload. */
  readonly key: string;
}

/** What failed to load: the page, or the whole layout with it. */
export type FailedPart = "frame" | "page";

/** The page of an address, or its failure. */
export type Content =
  | { readonly Page: ComponentType }
  | { readonly failed: FailedPart; readonly error: unknown };

/** An address and its content. */
export interface RouteState {
  readonly location: Location;
  /** The values of the path's parameters. */
  readonly params: PathParams;
  readonly content: Content;
  /**
   * Scroll position after rendering: a height in pixels, the start (top or hash target), or
   * unchanged.
   */
  readonly scroll: number | "start" | "keep";
}
