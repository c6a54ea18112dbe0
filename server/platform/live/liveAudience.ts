import type { LiveEvent } from "#contract/events.ts";
import { LIVE_EVENT_NAMES } from "#contract/events.ts";
import { EventBatch } from "#server/platform/changes/eventBatch.ts";
import { eventBytes } from "./eventBytes.ts";
import type { LiveStream } from "./liveStream.ts";

/**
 * Shortest interval between two messages to an audience, in milliseconds. Events that occur in
 * between are sent together.
 */
const MIN_INTERVAL_MS = 300;

/** The open streams of one portal whose viewers are allowed to receive the same events. */
export class LiveAudience {
  readonly streams = new Set<LiveStream>();
  readonly #position: () => string;
  readonly #pending = new EventBatch();
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** @param position returns the current position */
  constructor(position: () => string) {
    this.#position = position;
  }

  send(events: readonly LiveEvent[]): void {
    if (this.streams.size === 0) return;
    for (const event of events) this.#pending.add(event);
    const wait = this.#sentAt + MIN_INTERVAL_MS - performance.now();
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, wait));
  }

  /**
   * Sends events at once to the streams of some users. These events have no position. A page that
   * reconnected with their position would miss the events of the audience that are still pending.
   */
  sendTo(userIds: ReadonlySet<number>, events: readonly LiveEvent[]): void {
    const streams = [...this.streams].filter(
      ({ userId }) => userId !== null && userIds.has(userId),
    );
    if (streams.length === 0) return;
    const bytes = eventBytes(LIVE_EVENT_NAMES.changes, events);
    for (const stream of streams) stream.write(bytes);
  }

  /** Drops pending events and ends all streams. */
  close(): void {
    clearTimeout(this.#timer);
    for (const stream of this.streams) stream.end();
  }

  #flush(): void {
    this.#timer = undefined;
    this.#sentAt = performance.now();
    const bytes = eventBytes(LIVE_EVENT_NAMES.changes, this.#pending.take(), this.#position());
    for (const stream of this.streams) stream.write(bytes);
  }
}
