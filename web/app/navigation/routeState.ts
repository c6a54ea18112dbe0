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
type FailedPart = "frame" | "page";

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

/** The state of a history entry that a pressed key has opened. The new page handles this key. */
interface PressedKey {
  readonly pressedKey: string;
}

/** Returns the state for opening a page that handles the key as if it were pressed on that page. */
export const withPressedKey = (key: string): PressedKey => ({ pressedKey: key });

/** Returns the key that opened a history entry; null if no key opened the entry. */
export function pressedKeyOf(state: unknown): string | null {
  const isPressed = typeof state === "object" && state !== null && "pressedKey" in state;
  return isPressed && typeof state.pressedKey === "string" ? state.pressedKey : null;
}
