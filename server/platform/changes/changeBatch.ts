import type { Change } from "./change.ts";
import { EventBatch } from "./eventBatch.ts";

/** Below the 8,000 bytes that a NOTIFY holds, with room for what stands around the changes. */
const MOST_BYTES = 7_000;

interface Group extends Pick<Change, "companyId" | "isPrivate"> {
  events: EventBatch;
}

/** Changes that wait to be told to other processes, one for each company and audience: what is private is never merged with what is not. */
export class ChangeBatch {
  readonly #groups = new Map<string, Group>();

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  add({ companyId, isPrivate, events }: Change): void {
    const key = `${String(companyId)} ${String(isPrivate)}`;
    let group = this.#groups.get(key);
    if (!group) {
      group = { companyId, isPrivate, events: new EventBatch() };
      this.#groups.set(key, group);
    }
    for (const event of events) group.events.add(event);
  }

  /** Hands over what has come together, in portions that fit into a message each, and starts afresh. */
  take(): Change[][] {
    const portions: Change[][] = [];
    let room = 0;
    for (const { events, ...whose } of this.#groups.values()) {
      const change: Change = { ...whose, events: events.take() };
      const size = JSON.stringify(change).length + 1;
      if (size > room) {
        portions.push([]);
        room = MOST_BYTES;
      }
      portions.at(-1)?.push(change);
      room -= size;
    }
    this.#groups.clear();
    return portions;
  }
}
