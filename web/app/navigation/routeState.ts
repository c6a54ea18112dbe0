import type { ComponentType } from "react";
import type { PathParams } from "./pathTable.ts";

/** A place in the portal, as the address bar shows it. */
export interface Location {
  /** As the browser writes it, not decoded. */
  readonly pathname: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
  /** With its number sign; empty without one. */
  readonly hash: string;
  /** What whoever led here left in the history's entry; null if nothing. */
  readonly state: unknown;
  /** Names the entry of the history, also after a reload. */
  readonly key: string;
}

/** What did not load: the frame, and with it everything, or only the page in it. */
export type FailedPart = "frame" | "page";

/** What stands at an address. */
export type Content =
  | { readonly Page: ComponentType }
  | { readonly failed: FailedPart; readonly error: unknown };

/** A place, and what is shown there. */
export interface RouteState {
  readonly location: Location;
  /** What the address says in the places that its page leaves open. */
  readonly params: PathParams;
  readonly content: Content;
  /** Where to scroll once it is shown: to a height in pixels, to the top or what the hash names, or nowhere. */
  readonly scroll: number | "start" | "keep";
}
