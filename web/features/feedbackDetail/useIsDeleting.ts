import { useIsMutating } from "@tanstack/react-query";
import { feedbackApi } from "#contract/feedback.ts";

/**
 * Whether a deletion of the item is pending. Until it ends, the page displays the item even if the
 * item's query already returns 404.
 */
export function useIsDeleting(feedbackId: number): boolean {
  const { method, path } = feedbackApi.remove;
  return useIsMutating({ mutationKey: [method, path, feedbackId] }) > 0;
}
