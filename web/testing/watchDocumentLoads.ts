/** A wish for another document. */
export interface DocumentLoad {
  readonly kind: "reload" | "push" | "replace";
  /** Path and query on this origin, else the whole address. */
  readonly address: string;
}

/** Takes down what would lead to another document, and keeps it from being done: the tests live in this one. */
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
