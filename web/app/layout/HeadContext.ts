import { createContext } from "react";

/** The document head of one page. */
export interface PageHead {
  /** The whole title, with the site name. */
  readonly title: string;
  readonly description: string | null;
  /** Path without query: the canonical address on this host. */
  readonly path: string;
  /** Asks search engines not to list the page. */
  readonly noIndex: boolean;
}

/** On the server, receives the head of the rendered page; null in the browser. */
export const HeadContext = createContext<((head: PageHead) => void) | null>(null);
