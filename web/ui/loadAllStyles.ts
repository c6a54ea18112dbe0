/** Loads the stylesheet of all pages if the document has only that of visitors' pages. */
export async function loadAllStyles(): Promise<void> {
  const visitors = document.querySelector<HTMLStyleElement>("style[data-all-styles]");
  const path = visitors?.dataset["allStyles"];
  if (!visitors || path === undefined) return;
  const all = document.createElement("link");
  all.rel = "stylesheet";
  all.href = path;
  await new Promise<unknown>((resolve, reject) => {
    all.addEventListener("load", resolve);
    all.addEventListener("error", () => reject(new Error(`${path} could not be loaded`)));
    document.head.append(all);
  }).catch((error: unknown) => {
    all.remove();
    throw error;
  });
  // It repeats all rules of the visitors' stylesheet.
  visitors.remove();
}
