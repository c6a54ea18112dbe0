/** React listens to it once a document, for all its roots. */
const KEPT = new Set(["selectionchange"]);

/**
 * From now on window and document record their listeners; the result removes them. A document that is left takes its listeners with it, while
 * all tests share one document.
 */
export function trackListeners(): () => void {
  const ended = new AbortController();
  const targets: EventTarget[] = [window, document];
  for (const target of targets) {
    const add = target.addEventListener.bind(target);
    // Shadows the prototype's method until it is deleted.
    target.addEventListener = (type, listener, options) => {
      if (KEPT.has(type)) return add(type, listener, options);
      const own = typeof options === "boolean" ? { capture: options } : (options ?? {});
      const signals = [ended.signal, ...(own.signal ? [own.signal] : [])];
      return add(type, listener, { ...own, signal: AbortSignal.any(signals) });
    };
  }
  return () => {
    ended.abort();
    for (const target of targets) delete (target as Partial<EventTarget>).addEventListener;
  };
}
