/** A tab that nobody looks at gives its stream back after so many milliseconds: a browser has few connections to a host. */
const HIDDEN_MS = 10_000;

/** Calls when the page is looked at again, and when it has not been for a while. Gives whether it is now. */
export function watchVisibility(onChange: () => void): () => boolean {
  let isSeen = document.visibilityState === "visible";
  let timer: number | undefined;
  const become = (next: boolean) => {
    window.clearTimeout(timer);
    isSeen = next;
    onChange();
  };
  document.addEventListener("visibilitychange", () => {
    window.clearTimeout(timer);
    if (document.visibilityState === "visible") become(true);
    else timer = window.setTimeout(() => become(false), HIDDEN_MS);
  });
  // An open connection would keep the page from being shown again as it was left.
  window.addEventListener("pagehide", () => become(false));
  window.addEventListener("pageshow", () => become(document.visibilityState === "visible"));
  return () => isSeen;
}
