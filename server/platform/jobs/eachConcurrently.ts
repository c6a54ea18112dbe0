/** Maximum number of things that are worked on at once. */
const CONCURRENCY = 10;

/**
 * Works on each thing, several at once. After a failure nothing more is started, and the promise
 * rejects when what was started has ended.
 * @param work gets a signal that is aborted after a failure as well
 * @throws the first error, or the signal's reason if the signal is aborted
 */
export async function eachConcurrently<Thing>(
  things: Iterable<Thing>,
  signal: AbortSignal,
  work: (thing: Thing, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const next = things[Symbol.iterator]();
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const worker = async () => {
    for (let step = next.next(); !step.done; step = next.next()) {
      stop.throwIfAborted();
      await work(step.value, stop);
    }
  };
  await Promise.all(
    Array.from({ length: CONCURRENCY }, () =>
      worker().catch((error: unknown) => failed.abort(error)),
    ),
  );
  stop.throwIfAborted();
}
