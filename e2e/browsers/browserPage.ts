/**
 * One page of a browser. Elements are addressed by XPath, which both WebDriver and WebDriver BiDi
 * support.
 */
export interface BrowserPage {
  /** Name and version of the browser. */
  readonly version: string;
  open(url: string): Promise<void>;
  /**
   * @returns the text of the element, once the element is visible
   * @throws if the element is not visible within `VISIBLE_WITHIN_MS`
   */
  read(xpath: string): Promise<string>;
  /** Clicks the element as a user would. */
  click(xpath: string): Promise<void>;
  /** Types with the keyboard. In a select element, typing selects the option with this name. */
  type(xpath: string, text: string): Promise<void>;
  address(): Promise<string>;
  close(): Promise<void>;
}

/** Longest wait for an element, in milliseconds. */
export const VISIBLE_WITHIN_MS = 15_000;
