/** A page that is there sooner needs no sign, in milliseconds. */
const SIGN_AFTER_MS = 300;

let timer: number;

/** Says that another page is on its way, once that takes long: on <main>, for screen readers, and the stylesheet draws a bar for it. */
export function showBusy(isBusy: boolean): void {
  const mark = (value: string | null) => {
    const main = document.querySelector("main");
    if (main) main.ariaBusy = value;
  };
  clearTimeout(timer);
  mark(null);
  if (isBusy) timer = window.setTimeout(mark, SIGN_AFTER_MS, "true");
}
