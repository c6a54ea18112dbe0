import { useIsMutating } from "@tanstack/react-query";
import { feedbackApi } from "#contract/feedback.ts";

/**
 * Whether the item is being deleted here: the page stays until the answer leads away, also when it
 * hears of it before.
 */
export function useIsDeleting(feedbackId: number): boolean {
  const { method, path } = feedbackApi.remove;
  return useIsMutating({ mutationKey: [method, path, feedbackId] }) > 0;
}
