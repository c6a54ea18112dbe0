import type { QueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import { changeItemInCache } from "#web/app/api/changeItemInCache.ts";

/** How often an item was voted for, and whether this viewer did. */
export type Vote = Pick<FeedbackItem, "votes" | "hasVoted">;

/**
 * Writes an item's vote wherever the item is cached: in every page of every list and on its own.
 * Orders stay as they are.
 */
export function writeVoteInCache(client: QueryClient, feedbackId: number, vote: Vote): void {
  changeItemInCache(client, feedbackId, (item) => ({ ...item, ...vote }));
}
