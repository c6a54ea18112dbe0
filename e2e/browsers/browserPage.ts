/** One page of a browser. Elements are named by XPath, which both ways to drive browsers know. */
export interface BrowserPage {
  /** Name and version of the browser. */
  readonly version: string;
  open(url: string): Promise<void>;
  /** @returns the text of the element, once it is visible @throws if it is not in time */
  read(xpath: string): Promise<string>;
  /** Clicks where a user would. */
  click(xpath: string): Promise<void>;
  /** Types with the keyboard. In a list, this selects the option of that name. */
  type(xpath: string, text: string): Promise<void>;
  address(): Promise<string>;
  close(): Promise<void>;
}

/** Longest wait for an element, in milliseconds. */
export const VISIBLE_WITHIN_MS = 15_000;
