/** A navigation is shown as pending if it takes longer than this many milliseconds. */
const SIGN_AFTER_MS = 300;

let timer: number;

/**
 * Shows or hides that a navigation is pending. Sets `aria-busy` on <main>, for screen readers and
 * for the stylesheet, which shows a progress bar.
 */
export function showBusy(isBusy: boolean): void {
  const mark = (value: string | null) => {
    const main = document.querySelector("main");
    if (main) main.ariaBusy = value;
  };
  clearTimeout(timer);
  mark(null);
  if (isBusy) timer = window.setTimeout(mark, SIGN_AFTER_MS, "true");
}
