/**
 * Yields the elements of a source, and requests each next element while the previous element is
 * used.
 */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = source.next();
      // An error is ignored here, because it is thrown where the next element is awaited.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // Waits for the element that was requested ahead, so that no element is read after the end of
    // the loop that uses the elements.
    await next.catch(() => undefined);
    await source.return(undefined);
  }
}
