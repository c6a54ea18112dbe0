import { createContext } from "react";

/** The document head of one page. */
export interface PageHead {
  /** The whole title, with the site name. */
  readonly title: string;
  readonly description: string | null;
  /** Path without query, for the canonical URL on this host. */
  readonly path: string;
  /** Whether search engines are asked not to list the page. */
  readonly noIndex: boolean;
}

/**
 * On the server, a function that receives the head of the rendered page. It is null in the browser.
 */
export const HeadContext = createContext<((head: PageHead) => void) | null>(null);
