import { createContext } from "react";

/** What one page says of itself in the document's head. */
export interface PageHead {
  /** The whole title, site name included. */
  readonly title: string;
  readonly description: string | null;
  /** Path without query; the page's canonical address on its host. */
  readonly path: string;
  /** Keeps search engines from listing it. */
  readonly noIndex: boolean;
}

/** On the server, takes the head of the page being rendered; null in the browser. */
export const HeadContext = createContext<((head: PageHead) => void) | null>(null);
