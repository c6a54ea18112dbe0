/**
 * Waits until the next slice begins, if the time of the current slice is over. A reading calls it
 * between its pieces.
 */
export type AwaitTurn = () => Promise<void> | undefined;

/** Lets a reading go on for this time. Returns whether the reading has ended. */
type GoOn = (milliseconds: number) => Promise<boolean>;

function openReading(read: (awaitTurn: AwaitTurn) => Promise<unknown>): GoOn {
  let end = 0;
  let turn = Promise.withResolvers<void>();
  let pause = Promise.withResolvers<boolean>();
  const finished = read(() => {
    if (performance.now() < end) return undefined;
    pause.resolve(false);
    return turn.promise;
  }).then(() => true);
  // What reads ahead can pause before the reading does. An error between two slices is thrown in the
  // next one.
  finished.catch(() => undefined);
  return (milliseconds) => {
    end = performance.now() + milliseconds;
    pause = Promise.withResolvers();
    turn.resolve();
    turn = Promise.withResolvers();
    return Promise.race([finished, pause.promise]);
  };
}

/**
 * Keeps a reading in memory between the slices in which it goes on, because readers keep people,
 * tags and votes in memory. There is one in each thread of imports, so that a reading never uses
 * another company's memory.
 */
export class OpenReading {
  #open: { name: string; goOn: GoOn } | undefined;

  /**
   * Lets a reading go on for this time. Opens it first, unless it is the open one. A reading that
   * was open before is then given up.
   * @returns whether the reading has ended
   */
  async goOn(
    name: string,
    milliseconds: number,
    read: (awaitTurn: AwaitTurn) => Promise<unknown>,
  ): Promise<boolean> {
    const open = this.#open?.name === name ? this.#open : { name, goOn: openReading(read) };
    this.#open = undefined;
    const hasEnded = await open.goOn(milliseconds);
    if (!hasEnded) this.#open = open;
    return hasEnded;
  }
}

/** Yields the pieces of a file. Before each of them, waits for a turn. */
export async function* inTurns<T>(
  pieces: AsyncIterable<T>,
  awaitTurn: AwaitTurn,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await awaitTurn();
    yield piece;
  }
}
