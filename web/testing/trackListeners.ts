/**
 * Types of listeners that React adds once for each document and shares between its roots. Listeners
 * of these types are not removed.
 */
const SHARED = new Set(["selectionchange"]);

/**
 * Records the listeners that are added to window and document. The returned function removes these
 * listeners, because all tests share one document and no page load removes them.
 */
export function trackListeners(): () => void {
  const ended = new AbortController();
  const targets: EventTarget[] = [window, document];
  for (const target of targets) {
    const add = target.addEventListener.bind(target);
    // This own property shadows the prototype's method until the property is deleted.
    target.addEventListener = (type, listener, options) => {
      if (SHARED.has(type)) return add(type, listener, options);
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
