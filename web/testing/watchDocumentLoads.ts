/** An attempt to load another document, or this one anew. */
export interface DocumentLoad {
  readonly kind: "reload" | "push" | "replace";
  /** Path and query on this origin, else the whole address. */
  readonly address: string;
}

/** Records what would load another document, and prevents it: the tests run in this one. The result ends it. */
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
