/** Maximum number of milliseconds to wait until the browser is idle. */
const TIMEOUT_MS = 3000;

/**
 * Runs `task` when the page has loaded and the browser is idle. Returns a function that cancels the
 * task.
 */
export function whenIdle(task: () => void): () => void {
  let cancel = () => window.removeEventListener("load", wait);
  function wait() {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) {
      const id = window.requestIdleCallback(task, { timeout: TIMEOUT_MS });
      cancel = () => window.cancelIdleCallback(id);
    } else {
      const id = setTimeout(task, 1);
      cancel = () => clearTimeout(id);
    }
  }
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => cancel();
}
