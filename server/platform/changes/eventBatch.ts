import type { LiveEvent } from "#contract/events.ts";

/**
 * Maximum number of events in a batch. If there are more, one `anything` event replaces all events,
 * because fetching all data is then cheaper and NOTIFY messages are limited to 8,000 bytes.
 */
const MAX_EVENTS = 40;

/**
 * Collects events for one audience. A later event of the same kind about the same entity replaces
 * the earlier event.
 */
export class EventBatch {
  readonly #events = new Map<string, LiveEvent>();

  get isEmpty(): boolean {
    return this.#events.size === 0;
  }

  add(event: LiveEvent): void {
    if (this.#events.has("anything")) return;
    const key =
      "feedbackId" in event
        ? `${event.kind} ${String(event.feedbackId)} ${String(event.boardId)}`
        : event.kind;
    const before = this.#events.get(key);
    this.#events.set(key, before ? merged(before, event) : event);
    if (event.kind !== "anything" && this.#events.size <= MAX_EVENTS) return;
    this.#events.clear();
    this.#events.set("anything", { kind: "anything" });
  }

  /** Returns the collected events and empties the collection. */
  take(): LiveEvent[] {
    const events = [...this.#events.values()];
    this.#events.clear();
    return events;
  }
}

/**
 * Merges two events of the same kind. Two processes can publish counts in the wrong order. The
 * result has the higher count, which is probably the later count, or null if one count is null.
 */
function merged(before: LiveEvent, event: LiveEvent): LiveEvent {
  if (event.kind === "vote" && before.kind === "vote") {
    return { ...event, votes: Math.max(before.votes, event.votes) };
  }
  if (event.kind === "comment" && before.kind === "comment") {
    const counts = [before.commentsCount, event.commentsCount];
    return {
      ...event,
      commentsCount: counts.includes(null) ? null : Math.max(...counts.map(Number)),
    };
  }
  return event;
}
