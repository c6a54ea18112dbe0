/**
 * Opens a URL as a new document. If the browser later restores the old document from its
 * back/forward cache, the old document is reloaded, because actions that were pending in the
 * document would stay pending forever.
 */
export function openNewDocument(address: string): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(address);
}
