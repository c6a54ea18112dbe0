/** A wait that can be shortened while it runs. Only one wait runs at a time. */
export class ShortenableWait {
  #running: { timer: NodeJS.Timeout; dueAt: number; wake: () => void } | undefined;

  /** Waits for `ms` milliseconds. */
  start(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#running = undefined;
        resolve();
      };
      this.#running = { timer: setTimeout(wake, ms), dueAt: performance.now() + ms, wake };
    });
  }

  /** Shortens the running wait to at most `ms` milliseconds. */
  shortenTo(ms: number): void {
    const dueAt = performance.now() + ms;
    if (!this.#running || this.#running.dueAt <= dueAt) return;
    const { timer, wake } = this.#running;
    clearTimeout(timer);
    this.#running = { timer: setTimeout(wake, ms), dueAt, wake };
  }
}
