import type { Page } from "@playwright/test";

/**
 * Returns the texts that the page does not show literally in its content, its title or a field. All
 * line endings are equal in this comparison.
 */
export function findLostTexts(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((expected) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let shown = `${document.title}\n`;
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest("script, style"))
        shown += walker.currentNode.nodeValue ?? "";
    }
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(
      ({ value }) => value,
    );
    const plain = (text: string) => text.replaceAll(/\r\n?/g, "\n");
    // A single-line field removes line breaks.
    const inOneLine = (text: string) => text.replaceAll(/[\r\n]/g, "");
    const all = plain(shown);
    const isShown = (text: string) =>
      all.includes(plain(text)) || fields.includes(plain(text)) || fields.includes(inOneLine(text));
    return expected.filter((text) => !isShown(text));
  }, texts);
}
