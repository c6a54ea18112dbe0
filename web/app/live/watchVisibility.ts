/** A hidden tab closes its stream after this time: browsers limit the connections to a host. */
const HIDDEN_MS = 10_000;

/**
 * Calls `onChange` when the page becomes visible, and when it has been hidden for a while. Returns
 * a function that tells whether it counts as visible.
 */
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
  // An open connection would keep the page out of the browser's back/forward cache.
  window.addEventListener("pagehide", () => become(false));
  window.addEventListener("pageshow", () => become(document.visibilityState === "visible"));
  return () => isSeen;
}
