import type { Page } from "@playwright/test";

/**
 * Parses two documents with the parser of `page`. For each combination of tag name and attribute
 * names, compares the numbers of elements in the documents. Returns one line per difference.
 * Ignores links that the portal creates from URLs in user input, if their attributes are correct.
 * `page` must not be a page of the portal, because the portal's policy forbids parsing.
 */
export function compareDocuments(page: Page, suspect: string, twin: string): Promise<string[]> {
  return page.evaluate(
    ([one, other]) => {
      const read = (html: string) => {
        const counts = new Map<string, number>();
        const all = new DOMParser().parseFromString(html, "text/html").querySelectorAll("*");
        for (const element of all) {
          const names = element.getAttributeNames().toSorted().join(" ");
          const isTextLink = element.localName === "a" && names === "class href rel target";
          const isWeb = /^https?:/i.test(element.getAttribute("href") ?? "");
          const isOwnLink = isTextLink && isWeb && element.getAttribute("rel")?.includes("ugc");
          const name = `${element.namespaceURI ?? ""} ${element.tagName}[${names}]`;
          if (!isOwnLink) counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        return counts;
      };
      const [found, wanted] = [read(one), read(other)];
      return [...new Set([...found.keys(), ...wanted.keys()])].flatMap((name) => {
        const [is, should] = [found.get(name) ?? 0, wanted.get(name) ?? 0];
        return is === should ? [] : [`${name}: ${String(is)} instead of ${String(should)}`];
      });
    },
    [suspect, twin] as const,
  );
}
