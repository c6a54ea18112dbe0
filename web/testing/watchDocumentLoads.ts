/** An attempt to load another document or to reload the current document. */
export interface DocumentLoad {
  readonly kind: "reload" | "push" | "replace";
  /** Path and query of a URL on this origin, or the complete URL on another origin. */
  readonly address: string;
}

/** Records and prevents navigations to other documents, because the tests run in this document. */
export function watchDocumentLoads(loads: DocumentLoad[]): () => void {
  const watch = (event: NavigateEvent) => {
    const { navigationType: kind, destination } = event;
    if (destination.sameDocument || kind === "traverse") return;
    event.preventDefault();
    const { origin, pathname, search, href } = new URL(destination.url);
    loads.push({ kind, address: origin === window.location.origin ? pathname + search : href });
  };
  window.navigation.addEventListener("navigate", watch);
  return () => window.navigation.removeEventListener("navigate", watch);
}
