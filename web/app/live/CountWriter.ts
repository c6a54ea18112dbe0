import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "#contract/events.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";

/** No answer is under way for longer than so many milliseconds. */
const REMEMBERED_MS = 30_000;

/** Writes new counts of votes and comments wherever the item is shown, without a call. */
export class CountWriter {
  readonly #client: QueryClient;
  #told: { event: LiveEvent; toldAt: number }[] = [];

  constructor(client: QueryClient) {
    this.#client = client;
  }

  tell(event: LiveEvent): void {
    if (event.kind !== "vote" && event.kind !== "comment") return;
    const now = performance.now();
    this.#told = this.#told.filter(({ toldAt }) => now - toldAt < REMEMBERED_MS);
    this.#told.push({ event, toldAt: now });
    this.#write(event);
  }

  /** An answer whose fetch began before something was told may not have seen it, and has overwritten it. */
  repeat(begunAt: number): void {
    for (const { event, toldAt } of this.#told) if (toldAt >= begunAt) this.#write(event);
  }

  #write(event: LiveEvent): void {
    if (event.kind === "vote") this.#raise(event.feedbackId, "votes", event.votes);
    if (event.kind === "comment" && event.commentsCount !== null) {
      this.#raise(event.feedbackId, "commentsCount", event.commentsCount);
    }
  }

  /** Counts of two processes may come in the wrong order; as neither goes down by such an event, the larger is the later. */
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
