/**
 * Goes to another address as a new document. Should the browser bring this one back from memory, it is loaded anew: it stands
 * there as it was left, with what it was doing for ever unfinished.
 */
export function openNewDocument(address: string): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(address);
}
