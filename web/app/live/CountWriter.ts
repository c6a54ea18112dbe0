import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "#contract/events.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";

/**
 * Milliseconds for which received events are stored. A response is assumed to arrive within this
 * time after its request.
 */
const RESPONSE_LIMIT_MS = 30_000;

/** Writes new vote and comment counts from live events into the cache, without a fetch. */
export class CountWriter {
  readonly #client: QueryClient;
  #recent: { event: LiveEvent; receivedAt: number }[] = [];

  constructor(client: QueryClient) {
    this.#client = client;
  }

  write(event: LiveEvent): void {
    if (event.kind !== "vote" && event.kind !== "comment") return;
    const now = performance.now();
    this.#recent = this.#recent.filter(({ receivedAt }) => now - receivedAt < RESPONSE_LIMIT_MS);
    this.#recent.push({ event, receivedAt: now });
    this.#writeCounts(event);
  }

  /**
   * Writes the counts of the events since `startedAt` again. Called after the response to a fetch
   * that started at that time: the response possibly lacks these events and has replaced their
   * counts in the cache with older counts.
   */
  repeatSince(startedAt: number): void {
    for (const { event, receivedAt } of this.#recent)
      if (receivedAt >= startedAt) this.#writeCounts(event);
  }

  #writeCounts(event: LiveEvent): void {
    if (event.kind === "vote") this.#raise(event.feedbackId, "votes", event.votes);
    if (event.kind === "comment" && event.commentsCount !== null) {
      this.#raise(event.feedbackId, "commentsCount", event.commentsCount);
    }
  }

  /**
   * Writes a count only if the count is larger than the cached count. Events of two server
   * processes can arrive in the wrong order. Only events that increase a count contain the count,
   * so the larger count is newer.
   */
  #raise(
    feedbackId: number,
    count: keyof Pick<FeedbackItem, "votes" | "commentsCount">,
    to: number,
  ): void {
    updateItemInCache(this.#client, feedbackId, (item) =>
      item[count] < to ? { ...item, [count]: to } : item,
    );
  }
}
