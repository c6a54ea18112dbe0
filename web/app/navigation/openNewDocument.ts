/**
 * Opens an address as a new document. If the browser restores this document from its back/forward
 * cache, it is reloaded: its pending work would never finish.
 */
export function openNewDocument(address: string): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(address);
}
