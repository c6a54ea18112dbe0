import type { LiveEvent } from "#contract/events.ts";

/** More than so many at once are told as `anything`: fetching all again is less work then, and a NOTIFY holds 8,000 bytes. */
const MOST = 40;

/** Events for the same ears that wait to be told together: each thing once, as it is now. */
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
    if (event.kind !== "anything" && this.#events.size <= MOST) return;
    this.#events.clear();
    this.#events.set("anything", { kind: "anything" });
  }

  /** Hands over what has come together and starts afresh. */
  take(): LiveEvent[] {
    const events = [...this.#events.values()];
    this.#events.clear();
    return events;
  }
}

/** Counts of two processes may come in the wrong order. */
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
