import type { Change } from "./change.ts";
import { EventBatch } from "./eventBatch.ts";

/**
 * Maximum size of a batch of changes in bytes. PostgreSQL limits a NOTIFY payload to 8,000 bytes,
 * which include the JSON around the batch.
 */
const MAX_BYTES = 7_000;

interface Group extends Pick<Change, "companyId" | "isPrivate" | "userIds"> {
  events: EventBatch;
}

/**
 * Collects changes to be published to other processes, merged by company and audience. Changes of
 * different audiences are never merged with each other.
 */
export class ChangeBatch {
  readonly #groups = new Map<string, Group>();

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  add({ events, ...whose }: Change): void {
    const { companyId, isPrivate, userIds } = whose;
    const key = `${String(companyId)} ${String(isPrivate)} ${String(userIds)}`;
    let group = this.#groups.get(key);
    if (!group) {
      group = { ...whose, events: new EventBatch() };
      this.#groups.set(key, group);
    }
    for (const event of events) group.events.add(event);
  }

  /**
   * Returns the collected changes in batches that fit into one message each, and empties the
   * collection.
   */
  take(): Change[][] {
    const batches: Change[][] = [];
    let room = 0;
    for (const { events, ...whose } of this.#groups.values()) {
      const change: Change = { ...whose, events: events.take() };
      const size = JSON.stringify(change).length + 1;
      if (size > room) {
        batches.push([]);
        room = MAX_BYTES;
      }
      batches.at(-1)?.push(change);
      room -= size;
    }
    this.#groups.clear();
    return batches;
  }
}
