import type { Page } from "@playwright/test";

/**
 * Reads two documents as a browser does and compares what they are made of: how many there are of each element with the same
 * names of attributes. Links that were made of a person's own text are left out of the count; of them only their shape has to
 * be right. Gives the differences, one line each. `page` lends its parser: an empty one, as our own pages let nothing be parsed.
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
