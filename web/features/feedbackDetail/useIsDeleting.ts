import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { feedbackApi } from "#contract/feedback.ts";

/**
 * Whether a deletion of the item is pending. Until the deletion ends, the page displays the item
 * even if the item's query already returns 404.
 */
export function useIsDeleting(feedbackId: number): boolean {
  const { method, path } = feedbackApi.remove;
  const client = useQueryClient();
  const mutationKey = [method, path, feedbackId];
  return useSyncExternalStore(
    (onChange) => client.getMutationCache().subscribe(onChange),
    () => client.isMutating({ mutationKey }) > 0,
    () => false,
  );
}
