/** React listens to it once a document, for all its roots. */
const KEPT = new Set(["selectionchange"]);

/**
 * From now on window and document remember who listens to them. The result takes all these listeners away: a document that is left takes its
 * own with it, while all tests share one.
 */
export function trackListeners(): () => void {
  const ended = new AbortController();
  const targets: EventTarget[] = [window, document];
  for (const target of targets) {
    const add = target.addEventListener.bind(target);
    // Shadows the prototype's method until it is deleted.
    target.addEventListener = (type, listener, options) => {
      if (KEPT.has(type)) return add(type, listener, options);
      const wishes = typeof options === "boolean" ? { capture: options } : (options ?? {});
      const signals = [ended.signal, ...(wishes.signal ? [wishes.signal] : [])];
      return add(type, listener, { ...wishes, signal: AbortSignal.any(signals) });
    };
  }
  return () => {
    ended.abort();
    for (const target of targets) delete (target as Partial<EventTarget>).addEventListener;
  };
}
