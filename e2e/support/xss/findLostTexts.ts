import type { Page } from "@playwright/test";

/** Which of the texts the page does not show letter by letter, in its text, its title or a field. Line ends count as one. */
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
    // A field of one line leaves out where lines end.
    const inOneLine = (text: string) => text.replaceAll(/[\r\n]/g, "");
    const all = plain(shown);
    const isShown = (text: string) =>
      all.includes(plain(text)) || fields.includes(plain(text)) || fields.includes(inOneLine(text));
    return expected.filter((text) => !isShown(text));
  }, texts);
}
