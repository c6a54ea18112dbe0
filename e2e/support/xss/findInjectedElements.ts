import type { Page } from "@playwright/test";

/**
 * Finds elements and attributes that the portal's code did not create. Returns one line for each:
 * elements in the body that React did not create, and unexpected elements in the head. Anywhere in
 * the document, also event handlers, `srcdoc`, resources of other origins, and URLs of links and
 * forms whose scheme is not http, https or mailto.
 */
export function findInjectedElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = window.location.origin;
    // React sets a property on each node that it created or hydrated. Two focus guards of Radix
    // have no such property.
    const isMadeByReact = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber$"));
    // React adds this element to preload the logo.
    const isPreload = (element: Element) =>
      element.matches(`link[rel=preload][as=image][href^="/logos/"]`);
    const isKnown = (element: Element) =>
      isMadeByReact(element) ||
      isPreload(element) ||
      element.matches("#root, script#boot[type='application/json'], [data-radix-focus-guard]");
    const isHead = (element: Element) =>
      element.matches(
        `title, style, meta:not([http-equiv]), link:is([rel=canonical], [rel=icon], [rel=alternate][href$="/changelog.atom"], [rel=preload][as=font], [rel=modulepreload], [rel=stylesheet]), script[type=module][src^="/assets/"]`,
      );
    const isForeign = (address: string) => new URL(address, own).origin !== own;
    const loads = (element: Element) =>
      [...element.attributes].filter(
        ({ name, value }) =>
          ["src", "srcset", "poster", "data", "ping", "background"].includes(name) ||
          (name === "href" && element.localName === "link" && value !== ""),
      );
    const found = new Set<string>();
    const report = (what: string, element: Element) =>
      found.add(`${what}: ${element.outerHTML.slice(0, 200)}`);
    for (const element of document.head.children)
      if (!isHead(element) && !isPreload(element)) report("in the head", element);
    for (const element of document.body.querySelectorAll("*"))
      if (!isKnown(element)) report("in the body", element);
    for (const element of document.querySelectorAll("*")) {
      const names = element.getAttributeNames();
      if (names.some((name) => /^on|^srcdoc$/i.test(name))) report("a handler", element);
      if (loads(element).some(({ value }) => isForeign(value) && !value.startsWith("data:image/")))
        report("something from elsewhere", element);
      for (const name of ["href", "xlink:href", "action", "formaction"]) {
        const address = element.getAttribute(name);
        if (
          address !== null &&
          !/^(?:https?:|mailto:)$/.test(new URL(address, document.baseURI).protocol)
        )
          report("an address that runs", element);
      }
    }
    return [...found];
  });
}
