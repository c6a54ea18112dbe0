/**
 * A hidden tab closes its stream after this many milliseconds, because browsers limit the number of
 * connections to a host.
 */
const HIDDEN_MS = 10_000;

/**
 * Calls `onChange` when the page becomes visible, when it has been hidden for `HIDDEN_MS`, and when
 * the document is left. Returns a function that returns whether the page is treated as visible.
 */
export function watchVisibility(onChange: () => void): () => boolean {
  let isVisible = document.visibilityState === "visible";
  let timer: number | undefined;
  const setVisible = (next: boolean) => {
    window.clearTimeout(timer);
    isVisible = next;
    onChange();
  };
  document.addEventListener("visibilitychange", () => {
    window.clearTimeout(timer);
    if (document.visibilityState === "visible") setVisible(true);
    else timer = window.setTimeout(() => setVisible(false), HIDDEN_MS);
  });
  // An open connection would keep the page out of the browser's back/forward cache.
  window.addEventListener("pagehide", () => setVisible(false));
  window.addEventListener("pageshow", () => setVisible(document.visibilityState === "visible"));
  return () => isVisible;
}
