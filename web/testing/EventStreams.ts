import type { LiveEvent } from "#contract/events.ts";
import { LIVE_EVENT_NAMES } from "#contract/events.ts";

/** Replaces the browser's `EventSource` and publishes live updates to the open pages. */
export class EventStreams {
  readonly #open = new Set<EventTarget>();
  #position = 0;

  /** Whether any page has an open stream. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  publish(events: readonly LiveEvent[]): void {
    this.#position += 1;
    for (const source of this.#open)
      this.#send(source, LIVE_EVENT_NAMES.changes, JSON.stringify(events));
  }

  end(): void {
    for (const source of this.#open) source.dispatchEvent(new Event("error"));
    this.#open.clear();
  }

  /** The class that pages use as `EventSource`. `onOpen` runs after each stream has opened. */
  sourceClass(onOpen: () => void): typeof EventSource {
    const open = this.#open;
    const sendReady = (source: EventTarget) => this.#send(source, LIVE_EVENT_NAMES.ready, "");
    class ScriptedEventSource extends EventTarget {
      #isClosed = false;

      constructor() {
        super();
        queueMicrotask(() => {
          if (this.#isClosed) return;
          open.add(this);
          sendReady(this);
          onOpen();
        });
      }

      close(): void {
        this.#isClosed = true;
        open.delete(this);
      }
    }
    return ScriptedEventSource as unknown as typeof EventSource;
  }

  #send(source: EventTarget, name: string, data: string): void {
    source.dispatchEvent(new MessageEvent(name, { data, lastEventId: String(this.#position) }));
  }
}
